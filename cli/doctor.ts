import { ConfigError } from "../config.ts";
import type { Command } from "./command.ts";
import { checkBackends } from "./doctor/backends.ts";
import { type Check, failure, type Finding, ok } from "./doctor/check.ts";
import { checkData } from "./doctor/data.ts";
import { checkClock, checkPort } from "./doctor/network.ts";
import { checkProxy } from "./doctor/proxy.ts";
import { type Io, paint } from "./io.ts";
import { configOf, SETTING_OPTIONS } from "./settings.ts";

const CHECKS: readonly Check[] = [checkData, checkPort, checkClock, checkProxy, checkBackends];
const MARKS = {
  ok: ["ok", "green"],
  warning: ["warning", "yellow"],
  failure: ["failure", "red"],
} as const;

function show({ level, about, says, advice }: Finding, io: Io): void {
  const [mark, color] = MARKS[level];
  io.out(`${paint(io, color, mark.padEnd(7))}  ${about}: ${says}`);
  if (advice !== undefined) io.out(`         ${advice}`);
}

export const doctor: Command = {
  name: "doctor",
  summary: "Check configuration, data, clock, proxy and backends, and say what to do",
  options: {
    ...SETTING_OPTIONS,
    json: { kind: "flag", about: "Print the findings as JSON" },
  },
  details: "It changes nothing. The exit code is 1 when something must be mended.",
  examples: ["parley doctor", "parley doctor --config /etc/parley.yaml"],
  async run(given, io) {
    const findings: Finding[] = [];
    const add = (finding: Finding) => {
      findings.push(finding);
      if (!given.flags.has("json")) show(finding, io);
    };
    try {
      const config = configOf(given, io);
      add(ok("configuration", "every setting is valid"));
      for (const check of CHECKS) {
        for (const finding of await check({ config, fetch, now: Date.now })) add(finding);
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const line of error.message.split("\n")) {
        add(failure("configuration", line, "docs/configuration.md describes every setting"));
      }
    }
    if (given.flags.has("json")) io.out(JSON.stringify(findings, null, 2));
    return findings.some(({ level }) => level === "failure") ? 1 : 0;
  },
};
