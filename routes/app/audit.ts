// Who changed what, and when.
import { z } from "zod";
import { auditPage, type AuditView } from "../../chat/audit.ts";
import { AuditEntry } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { admin } from "../guards.ts";
import { limit, position } from "../pages.ts";
import { time } from "../records.ts";
import { route } from "../route.ts";
import { success } from "./fields.ts";

const AuditQuery = z.object({
  before: position.optional().meta({ description: "Only entries with a smaller audit_id" }),
  limit,
});

export const auditRoutes = [
  route({
    method: "GET",
    path: "/api/v1/audit",
    name: "list_audit",
    summary: "Who changed which webhook, bot, membership or role, newest first",
    who: admin,
    query: AuditQuery,
    answer: success({ audit: z.array(AuditEntry), has_more: z.boolean() }),
    errors: ["forbidden"],
    handle: async ({ context, query }) => {
      const { views, hasMore } = await auditPage(context, query);
      return ok({ audit: views.map(auditRecord), has_more: hasMore });
    },
  }),
];

function auditRecord({ id, at, actor, action, object, chatId, changed }: AuditView): AuditEntry {
  return { audit_id: id, at: time(at), actor, action, object, chat_id: chatId, changed };
}
