# The web app behind nginx, which also hands /api and /socket.io on. From the root: docker build -f docker/web.Dockerfile .
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
    && node scripts/pnpm.mjs exec turbo run build --filter=@shifa/web

FROM nginxinc/nginx-unprivileged:1.29-alpine
COPY docker/nginx.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /src/apps/web/dist /usr/share/nginx/html
ENV NGINX_ENTRYPOINT_LOCAL_RESOLVERS=1 API_HOST=api API_PORT=3000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["wget", "--quiet", "--spider", "http://127.0.0.1:8080/healthz"]
