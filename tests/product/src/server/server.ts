import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
}

/** The people of the server. A token is the name of its user. */
const PLANTS = [
  { id: 'fern', name: 'Fern', leaves: 1, days: 3 },
  { id: 'basil', name: 'Basil', leaves: 24, days: 2 },
]
const users: Readonly<Record<string, object>> = {
  'token-ada': { id: 'ada', name: 'Ada', gardener: true, plants: PLANTS },
  'token-bob': { id: 'bob', name: 'Bob', gardener: false, plants: [] },
}

const reply = (type: string, code: string, data: unknown): object => ({ type, code, message: code, params: {}, data })

function me({ headers }: IncomingMessage): object {
  const user = users[headers.authorization ?? '']
  return user ? reply('ok', '1', user) : reply('999', 'sessionExpired', null)
}

async function open(request: IncomingMessage): Promise<object> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const token = `token-${new URLSearchParams(body).get('name')?.toLowerCase() ?? ''}`
  return Object.hasOwn(users, token) ? reply('ok', 'opened', { token }) : reply('error', 'parameterError', null)
}

/** Serves the built app at /h5/, and its two calls. Port 0 is a free one. */
export async function startPlants(dist: string, port = 0): Promise<{ origin: string; stop: () => Promise<void> }> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const json = (body: unknown) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
    if (path === '/api/garden/open') return void json(await open(request))
    if (path === '/api/garden/me') return void json(me(request))
    if (path === '/h5/config.json') return void json({ shortName: 'Plants', languages: ['en', 'de'] })
    const file = join(dist, normalize(path.replace(/^\/h5\/?/, '/')))
    const found = existsSync(file) && extname(file) !== '' ? file : join(dist, 'index.html')
    response.setHeader('Content-Type', TYPES[extname(found)] ?? 'application/octet-stream').end(readFileSync(found))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
