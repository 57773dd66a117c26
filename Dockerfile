# syntax=docker/dockerfile:1
# An image of Assay with nothing that only a build or a test needs. compose.yaml runs it beside a Postgres with the least rights.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /assay
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
# Install scripts are off by .npmrc.
RUN npm ci --omit=dev

FROM packages AS build
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
RUN npm ci --include=dev
COPY . .
# The cache of the bundler is for the next build in the same folder only.
RUN node commands/build.mjs && rm -rf .next/cache

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000
WORKDIR /assay
# Files belong to root and the service runs as another user: it cannot change its own code.
COPY --from=packages /assay/node_modules ./node_modules
COPY --from=build /assay/.next ./.next
COPY . .
RUN mkdir /data && chown node:node /data
# Only without DATABASE_URL: the embedded database.
ENV DATA_DIR=/data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# The process lives. Whether it can answer is /readyz, which fails during an outage of the database too, where a restart would not help.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "commands/start.mjs", "--built"]
