# The API with its production dependencies alone. Built from the root: docker build -f docker/api.Dockerfile .
FROM node:24.21-bookworm-slim AS build
WORKDIR /src
ENV CI=true

COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches/
COPY scripts/bootstrap.mjs scripts/shell.mjs scripts/pnpm.mjs scripts/
RUN --mount=type=cache,target=/root/.local/share/pnpm/store node scripts/pnpm.mjs fetch

COPY . .
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    node scripts/pnpm.mjs install --frozen-lockfile --offline \
    && node scripts/pnpm.mjs exec turbo run build --filter=@shifa/api \
    && node scripts/pnpm.mjs --filter @shifa/api --prod --legacy deploy /out

FROM node:24.21-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node /data
WORKDIR /app
COPY --from=build --chown=root:root /out ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
