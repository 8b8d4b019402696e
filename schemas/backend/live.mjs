// Live prices: Engine.IO 4 by polling. A library of Socket.IO does this for you, and WebSocket too.
import { randomUUID } from 'node:crypto'

/** Answers the requests of the socket's path with `handle`; `tick` sends quotes that have changed, `clock` the time. */
export function createLive(quotes, textOf) {
  const clients = new Map()

  function push(client, packet) {
    client.packets.push(packet)
    client.poll?.(client.packets.splice(0))
    client.poll = null
  }

  function receive(client, packet) {
    if (packet === '40') push(client, `40${JSON.stringify({ sid: randomUUID() })}`)
    const [, id, json] = /^42(\d*)(.*)$/s.exec(packet) ?? []
    if (json === undefined) return
    const [event, { symbols }] = JSON.parse(json)
    for (const symbol of symbols) client.symbols[event === 'subscribe' ? 'add' : 'delete'](symbol)
    // The acknowledgement is the snapshot; the next tick of a symbol has the next number.
    if (id)
      push(client, `43${id}${JSON.stringify([{ quotes: symbols.flatMap((symbol) => quotes.get(symbol) ?? []) }])}`)
  }

  async function handle(request, response, url) {
    const send = (packets) => response.writeHead(200, { 'content-type': 'text/plain' }).end(packets.join('\x1e'))
    if (url.searchParams.get('transport') !== 'polling') return response.writeHead(400).end()
    const client = clients.get(url.searchParams.get('sid'))
    if (!client) {
      const sid = randomUUID()
      clients.set(sid, { packets: [], symbols: new Set(), poll: null })
      const opened = { sid, upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 100_000 }
      return send([`0${JSON.stringify(opened)}`])
    }
    if (request.method === 'POST') {
      for (const packet of (await textOf(request)).split('\x1e')) receive(client, packet)
      return response.end('ok')
    }
    if (client.packets.length > 0) return send(client.packets.splice(0))
    client.poll = send
  }

  const emit = (event, body, wants) => {
    for (const client of clients.values()) if (wants(client)) push(client, `42${JSON.stringify([event, body])}`)
  }
  setInterval(() => clients.forEach((client) => push(client, '2')), 25_000).unref()
  return {
    handle,
    tick: (quote) => emit('tick', quote, ({ symbols }) => symbols.has(quote.symbol)),
    clock: (time) => emit('clock', { time }, () => true),
  }
}
