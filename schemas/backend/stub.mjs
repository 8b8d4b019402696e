// A backend in plain Node.js: the app logs in to it, and draws Home and the market with live prices.
// node schemas/backend/stub.mjs [port], then http://127.0.0.1:5000/h5/ with account anna, password anna1234
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { createLive } from './live.mjs'

const DIST = process.env.PLACARD_DIST ?? new URL('../../dist', import.meta.url).pathname
const { user, account, quotes: list, config, types } = JSON.parse(readFileSync(new URL('data.json', import.meta.url)))
const quotes = new Map(list.map((quote) => [quote.symbol, quote]))
/** Time is Unix seconds; money and prices are decimal strings. */
const now = () => Math.floor(Date.now() / 1000)

const instrument = (quote) => {
  const base = quote.symbol.replace('USDT', '')
  const spark = [quote.open, quote.last]
  return {
    symbol: quote.symbol,
    name: base,
    base,
    currency: 'USDT',
    class: 'crypto',
    precision: 2,
    open: true,
    quote,
    spark,
  }
}

class Refusal extends Error {}
const sessions = new Set()

/** `auth`: needs a session · `required`: fields · `success`: code of the message that the app shows. */
const calls = {
  'captcha/slide': { data: () => ({ challenge: randomUUID(), expires: now() + 600 }) },
  'user/login': {
    required: ['type', 'account', 'password', 'slide'],
    success: 'loginDone',
    data(fields) {
      if (fields.account !== user.account) throw new Refusal('accountNotFound')
      if (fields.password !== 'anna1234') throw new Refusal('wrongPassword')
      const token = `${randomUUID()}-stub`
      sessions.add(token)
      return { token, user }
    },
  },
  'user/info': { auth: true, data: () => user },
  'user/usermessage': { auth: true, data: () => ({ unread: 0, rows: [], next: null }) },
  'wallet/list': { auth: true, data: () => ({ rows: [account], totals: [account], debts: [] }) },
  'news/list': { required: ['category'], data: () => ({ rows: [], next: null }) },
  'currency/quotation_new': { data: () => ({ rows: [...quotes.values()].map(instrument) }) },
}

/** Answers and refusals have HTTP status 200. A session that has ended is the type 999. */
async function answer({ auth, required = [], success = 1, data }, request, url) {
  const reply = (type, code, value = null, params = {}) => ({ type, code, message: '', params, data: value })
  if (auth && !sessions.has(request.headers.authorization)) return reply('999', 'sessionExpired')
  const fields = await fieldsOf(request, url)
  const missing = required.find((name) => !fields[name])
  if (missing) return reply('error', 'missingParameter', null, { name: missing })
  try {
    return reply('ok', success, data(fields))
  } catch (error) {
    return reply('error', error instanceof Refusal ? error.message : 'serverError')
  }
}

/** A GET has its fields in the query; a POST sends JSON with a session, and a form without. */
async function fieldsOf(request, url) {
  const text = request.method === 'POST' ? await textOf(request) : url.search
  if (request.headers['content-type']?.startsWith('application/json')) return JSON.parse(text || '{}')
  return Object.fromEntries(new URLSearchParams(text))
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const live = createLive(quotes, textOf)
setInterval(() => {
  live.clock(now())
  for (const quote of quotes.values()) {
    const last = (Number(quote.last) + Math.random() - 0.5).toFixed(2)
    quotes.set(quote.symbol, { ...quote, last, bid: last, ask: last, time: now(), seq: quote.seq + 1 })
    live.tick(quotes.get(quote.symbol))
  }
}, 1000).unref()

/** The built app under /h5/, with its configuration beside it. */
async function file(path, response) {
  const name = normalize(path.slice('/h5/'.length)) === '.' ? 'index.html' : normalize(path.slice('/h5/'.length))
  const content = name.startsWith('..') ? null : await readFile(join(DIST, name)).catch(() => null)
  if (content === null) return response.writeHead(404).end()
  return response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(content)
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const json = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname.startsWith('/live')) return live.handle(request, response, url)
  if (url.pathname === '/h5/config.json') return json(200, config)
  if (url.pathname.startsWith('/h5/')) return file(url.pathname, response)
  const call = url.pathname.replace('/api/', '')
  return Object.hasOwn(calls, call) ? json(200, await answer(calls[call], request, url)) : json(404, {})
})
server.listen(Number(process.argv[2] ?? 5000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/h5/`)
})
