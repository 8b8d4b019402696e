import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one pixel whose colour is the number. `about`: additional metadata chunks. */
export function png(number: number, about: Readonly<Record<string, string>> = {}): Buffer {
  const head = Buffer.from('00000001000000010802000000', 'hex')
  const pixel = deflateSync(Buffer.from([0, (number >> 16) & 255, (number >> 8) & 255, number & 255]))
  const textChunks = Object.entries(about).map(([name, text]) => chunk(name, Buffer.from(text)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...textChunks,
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
