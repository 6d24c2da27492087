// The house's own rules, beside those of `deno lint`.

const IS_TEST = /[/\\]tests[/\\]/;

/** What stands at the start of a literal, a template or a joined text, or null where only the running program knows. */
function textOf(node: Deno.lint.Node | undefined): { start: string; end: string } | null {
  if (node?.type === "Literal" && typeof node.value === "string") {
    return { start: node.value, end: node.value };
  }
  if (node?.type === "TemplateLiteral") {
    return { start: node.quasis[0]!.raw, end: node.quasis.at(-1)!.raw };
  }
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [textOf(node.left as Deno.lint.Node), textOf(node.right)];
    return { start: left?.start ?? "", end: right?.end ?? "" };
  }
  return null;
}

function checkMessage(context: Deno.lint.RuleContext, node: Deno.lint.Node | undefined): void {
  const text = textOf(node);
  if (text === null || node === undefined) return;
  if (/^\p{Ll}/u.test(text.start)) {
    context.report({ node, message: "An error's message begins with a capital letter" });
  }
  if (/[.!]$/.test(text.end)) {
    context.report({ node, message: "An error's message has no full stop at its end" });
  }
}

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "error-message": {
      create: (context) => ({
        NewExpression(node) {
          // In tests an error may be somebody else's.
          if (node.callee.type !== "Identifier" || IS_TEST.test(context.filename)) return;
          if (/Error$/.test(node.callee.name)) checkMessage(context, node.arguments[0]);
          if (node.callee.name !== "Refusal") return;
          const [, options] = node.arguments;
          if (options?.type !== "ObjectExpression") return;
          for (const property of options.properties) {
            const isMessage = property.type === "Property" && property.key.type === "Identifier" &&
              property.key.name === "message";
            if (isMessage) checkMessage(context, property.value as Deno.lint.Node);
          }
        },
      }),
    },
    "no-banner": {
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments()) {
            if (/[-=*#─]{4,}/.test(comment.value)) {
              context.report({
                node: comment,
                message: "A comment is no banner: split the file by idea",
              });
            }
          }
        },
      }),
    },
  },
};

export default plugin;
