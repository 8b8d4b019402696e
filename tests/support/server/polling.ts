/** A client of Engine.IO without a library: HTTP polling, one packet a request. Keeps every packet as it was sent. */
export interface PollingClient {
  packets: { from: 'client' | 'server'; packet: string }[]
  send(packet: string): Promise<void>
  /** Polls until a packet starts so, and returns it. Answers pings. */
  until(start: string): Promise<string>
}

/** Opens a connection of this engine protocol at `address` ("http://127.0.0.1:4000/live/"), and its namespace. */
export async function connectByPolling(address: string, engine: 3 | 4): Promise<PollingClient> {
  const packets: PollingClient['packets'] = []
  const received: string[] = []
  let sid = ''
  const url = () => `${address}?EIO=${engine}&transport=polling${sid && `&sid=${sid}`}`

  async function poll(): Promise<void> {
    const response = await fetch(url())
    const body = await response.text()
    if (!response.ok) throw new Error(`Engine.IO answered ${response.status}: ${body.slice(0, 200)}`)
    for (const packet of engine === 4 ? body.split('\x1e') : unpack(body)) {
      packets.push({ from: 'server', packet })
      received.push(packet)
    }
  }
  const client: PollingClient = {
    packets,
    async send(packet) {
      packets.push({ from: 'client', packet })
      const body = engine === 4 ? packet : `${[...packet].length}:${packet}`
      const response = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body,
      })
      if (!response.ok) throw new Error(`Engine.IO answered ${response.status}`)
    },
    async until(start) {
      for (;;) {
        const packet = received.shift()
        if (packet === undefined) await poll()
        else if (packet.startsWith(start)) return packet
        else if (packet === '2' && engine === 4) await client.send('3')
      }
    },
  }
  const opened = await client.until('0')
  sid = (JSON.parse(opened.slice(1)) as { sid: string }).sid
  if (engine === 4) await client.send('40')
  await client.until('40')
  return client
}

/** The packets of a body of protocol 3: "<length>:<packet>", one after the other. */
function unpack(body: string): string[] {
  const letters = [...body]
  const packets: string[] = []
  for (let at = 0; at < letters.length;) {
    const colon = letters.indexOf(':', at)
    const length = Number(letters.slice(at, colon).join(''))
    packets.push(letters.slice(colon + 1, colon + 1 + length).join(''))
    at = colon + 1 + length
  }
  return packets
}
