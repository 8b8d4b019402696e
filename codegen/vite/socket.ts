import type { Plugin } from 'vite'

const TRANSPORT = /\/engine\.io-client\/build\/esm\/transports\/webtransport\.js$/

/**
 * socket.io-client without its WebTransport and the stream parser that only this needs, 1 kB gzip: src/engine/transport/socket.ts names the
 * transports of a connection, and this is none of them. Fails if a release has a different structure.
 */
export function socket(): Plugin {
  return {
    name: 'placard:socket',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!TRANSPORT.test(id)) return null
      if (!code.includes('export class WT ')) this.error(`${id} is made in another way: see codegen/vite/socket.ts.`)
      return { code: 'export class WT {}', map: null }
    },
  }
}
