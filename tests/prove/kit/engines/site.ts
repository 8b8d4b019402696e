import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join as joinPath } from 'node:path'
import { rolldown } from 'rolldown'
import type { APIRequestContext } from '@playwright/test'
import { caller } from '../../../e2e/kit/net/caller.ts'
import { KEY } from '../../../e2e/kit/flows/publisher.ts'
import { startSandbox } from '../../../e2e/kit/net/server.ts'
import type { Report } from './probe.ts'

/** Entries of the app's storage before its first start in a tab. */
export type Stored = Readonly<{ token?: string; lang?: string; theme?: 'dark' | 'light' }>

/**
 * A sandbox server behind a proxy, which does the same for every engine: it adds the probe to the page, receives what the probe
 * reports, loses replies and takes the network away.
 */
export interface Site {
  origin: string
  /** Calls the server beside the browser, past the proxy. */
  request: APIRequestContext
  reports: Report[]
  /** Source of the probe, for pages that come out of the cache of a service worker. */
  probe: string
  store(entries: Stored): void
  /** Cuts the replies of the next `times` requests of a call after the server has executed them. */
  loseReplies(call: string, times: number): void
  /** Records the idempotency keys of a call from now on, one per request. */
  keysOf(call: string): string[]
  /** Takes the network away or gives it back. */
  setOffline(isOffline: boolean): void
  stop(): Promise<void>
}

const PROBE = '/h5/engine-probe.js'
const REPORT = '/engine-report'

/** The probe as one classic script: the content security policy of the page admits only files of its origin. */
async function bundleProbe(): Promise<string> {
  const bundle = await rolldown({
    input: joinPath(import.meta.dirname, 'probe.ts'),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'placardProbeModule', minify: true })
  await bundle.close()
  return output[0].code
}

/** Runs before the probe; once per tab, so that later changes of the app survive a reload. `h5`: the browsers run on a desktop. */
const storeScript = (stored: Stored): string => `
  if (!localStorage.getItem('placard.engines')) {
    localStorage.setItem('placard.engines', '1')
    for (const [key, value] of ${JSON.stringify(Object.entries({ h5: '1', ...stored }))}) localStorage.setItem('placard.' + key, value)
  }`

export async function startSite(): Promise<Site> {
  const [served, probe] = await Promise.all([startSandbox({ PLACARD_OPERATOR_KEY: KEY }), bundleProbe()])
  const { hostname, port } = new URL(served.origin)
  const request = await caller(served.origin)
  const reports: Report[] = []
  const sockets = new Set<Socket>()
  const losses: { path: string; left: number }[] = []
  const watched: { path: string; keys: string[] }[] = []
  let stored: Stored = {}
  let isOffline = false

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    if (path === REPORT) {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => void parts.push(part))
      incoming.on('end', () => {
        reports.push(JSON.parse(Buffer.concat(parts).toString()) as Report)
        response.writeHead(204).end()
      })
      return
    }
    if (isOffline) return void incoming.socket.destroy()
    if (path.startsWith(PROBE)) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      return void response.end(`${storeScript(stored)}\n${probe}`)
    }
    const isPage = incoming.headers.accept?.startsWith('text/html') === true
    const [call] = path.split('?', 1)
    const loss = losses.find((loss) => loss.left > 0 && loss.path === call)
    if (loss) loss.left -= 1
    for (const item of watched) if (item.path === call) item.keys.push(String(incoming.headers['idempotency-key']))
    const headers = isPage ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers
    const upstream = ask({ hostname, port, path, method: incoming.method, headers })
    incoming.pipe(upstream)
    upstream.on('error', () => response.destroy())
    upstream.on('response', (answer) => {
      const status = answer.statusCode ?? 502
      if (loss) {
        // The head has arrived, so that the browser does not repeat the request by itself.
        answer.resume().on('end', () => {
          response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' }).write('{')
          setTimeout(() => incoming.socket.destroy(), 20)
        })
        return
      }
      if (!isPage || !String(answer.headers['content-type']).startsWith('text/html'))
        return void answer.pipe(response.writeHead(status, answer.headers))
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => {
        const page = Buffer.concat(parts).toString().replace('<head>', `<head><script src="${PROBE}"></script>`)
        response.writeHead(status, { ...answer.headers, 'content-length': Buffer.byteLength(page) }).end(page)
      })
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // The live connection: from the first answer on, both sides are joined.
  server.on('upgrade', (incoming, socket, head) => {
    if (isOffline) return void socket.destroy()
    const upstream = ask({ hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers })
    upstream.on('error', () => socket.destroy())
    upstream.on('upgrade', (answer, other, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(first)
      other.write(head)
      other.pipe(socket).pipe(other)
      socket.on('error', () => other.destroy())
      other.on('error', () => socket.destroy())
    })
    upstream.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    request,
    reports,
    probe,
    store: (entries) => void (stored = entries),
    loseReplies: (call, times) => void losses.push({ path: `/api/${call}`, left: times }),
    keysOf(call) {
      const keys: string[] = []
      watched.push({ path: `/api/${call}`, keys })
      return keys
    },
    setOffline(off) {
      isOffline = off
      if (off) for (const socket of sockets) socket.destroy()
    },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      await request.dispose()
      await served.stop()
    },
  }
}
