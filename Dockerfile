# The runtime comes from npm, as everywhere else in this repository; DENO_VERSION is the one that is tested.
FROM node:24-bookworm-slim AS build
ARG DENO_VERSION=2.9.6
RUN npm install --global deno@${DENO_VERSION}
WORKDIR /source
COPY . .
# /app is the program alone and /deno the packages that it uses; what the app is built with stays behind.
RUN deno task build \
  && deno run -A packaging/tree.ts /app \
  && cd /app \
  && DENO_DIR=/deno deno install --frozen --entrypoint main.ts \
  && cp "$(deno eval 'console.log(Deno.execPath())')" /usr/local/bin/deno-runtime

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 parley \
  && useradd --uid 10001 --gid parley --home-dir /data --shell /usr/sbin/nologin parley \
  && install --directory --owner parley --group parley --mode 700 /data
COPY --from=build /usr/local/bin/deno-runtime /usr/local/bin/deno
COPY --from=build /deno /deno
COPY --from=build /app /app
COPY packaging/docker/parley /usr/local/bin/parley
# DENO_DIR is read only for the user: nothing is downloaded at run time.
ENV DENO_DIR=/deno \
  DENO_NO_UPDATE_CHECK=1 \
  DENO_V8_FLAGS=--max-semi-space-size=8 \
  PARLEY_HOST=0.0.0.0 \
  PARLEY_PORT=8080 \
  PARLEY_DATA=/data
USER parley
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["deno", "eval", "const r = await fetch(`http://127.0.0.1:${Deno.env.get('PARLEY_PORT')}/readyz`); Deno.exit(r.ok ? 0 : 1)"]
ENTRYPOINT ["tini", "--", "parley"]
CMD ["serve"]
