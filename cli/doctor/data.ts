import { dirname, resolve } from "node:path";
import { locateData } from "../../config/data_location.ts";
import { isOwned } from "../../store/data_folder.ts";
import { bytes, exists } from "../folder.ts";
import { type Check, failure, type Finding, ok, warning } from "./check.ts";

export const checkData: Check = async ({ config, fetch }) => {
  const data = locateData(config.data);
  if (data.kind === "memory") {
    return [
      warning("data", "it is kept in memory", "Set data to a folder to keep it after a stop"),
    ];
  }
  if (data.kind === "remote") return [await checkRemote(data.url, fetch)];
  const writable = await checkWritable(data.folder);
  if (writable.level === "failure") return [writable];
  const findings: Finding[] = [writable];
  if (await exists(data.file)) {
    const { size } = await Deno.stat(data.file);
    findings.push(ok("data", `${data.file} has ${bytes(size)}`));
    findings.push(
      await isOwned(data.lock)
        ? ok("service", `a service is running on ${data.folder}`)
        : ok("service", `no service is running on ${data.folder}`),
    );
    findings.push(...await checkMode(data.folder));
  } else {
    findings.push(ok("data", `${data.folder} holds no data yet; the first start makes it`));
  }
  return findings;
};

async function checkWritable(folder: string): Promise<Finding> {
  let existing = resolve(folder);
  while (!await exists(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!(await Deno.stat(existing)).isDirectory) {
    return failure("data", `${existing} is a file`, "Remove it, or set data to a folder");
  }
  const probe = `${existing}/.parley-doctor-${Deno.pid}`;
  try {
    await Deno.writeTextFile(probe, "");
    await Deno.remove(probe);
    return ok("data", `${folder} can be written`);
  } catch (error) {
    return failure(
      "data",
      `${existing} cannot be written: ${(error as Error).message}`,
      `Give it to the user that runs the service (chown), or set data to another folder`,
    );
  }
}

async function checkMode(folder: string): Promise<Finding[]> {
  const { mode } = await Deno.stat(folder);
  if (mode === null || (mode & 0o007) === 0) return [];
  return [
    warning(
      "data",
      `every user of this machine can look into ${folder}`,
      `Run: chmod 700 ${folder}`,
    ),
  ];
}

async function checkRemote(url: string, send: typeof fetch): Promise<Finding> {
  if (!Deno.env.get("DENO_KV_ACCESS_TOKEN")) {
    return failure("data", "the KV Connect store needs a token", "Set DENO_KV_ACCESS_TOKEN");
  }
  try {
    await (await send(url, { signal: AbortSignal.timeout(5000) })).body?.cancel();
    return ok("data", `${new URL(url).origin} answers`);
  } catch {
    return failure(
      "data",
      `nothing answers at ${new URL(url).origin}`,
      "Start the KV Connect server, or correct the setting data",
    );
  }
}
