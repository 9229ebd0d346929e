# Tauwerk in a container: docker build -t tauwerk . && docker run --rm -v "$PWD:/work" tauwerk run scene.lua
FROM debian:12 AS build
COPY . /src
WORKDIR /src
RUN apt-get update && scripts/package.sh

FROM debian:12-slim
COPY --from=build /src/build/packages/tauwerk_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/tauwerk_*.deb ffmpeg \
    && rm -rf /var/lib/apt/lists/* /tmp/*.deb
WORKDIR /work
ENTRYPOINT ["tauwerk"]
CMD ["help"]
