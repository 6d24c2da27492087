// The limit: what the platform does when it only parses JSON and answers JSON.
const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(JSON.stringify({ port })),
}, async (request) => {
  const body = await request.json();
  return Response.json({ ok: true, message_id: 1, chat_id: body.chat_id ?? 1 });
});
await server.finished;
