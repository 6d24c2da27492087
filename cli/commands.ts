// Every command, in the order of the help.
import { admin } from "./admin.ts";
import { backup } from "./backup.ts";
import { bridge } from "./bridge.ts";
import type { Command } from "./command.ts";
import { completionOf } from "./completion.ts";
import { configPrint } from "./config_print.ts";
import { doctor } from "./doctor.ts";
import { exportData } from "./export.ts";
import { importData } from "./import.ts";
import { restore } from "./restore.ts";
import { send } from "./send.ts";
import { serve } from "./serve.ts";
import { tail } from "./tail.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  bridge,
  admin,
  send,
  tail,
  backup,
  restore,
  exportData,
  importData,
  doctor,
  configPrint,
  completionOf(() => COMMANDS),
];
