/** A deterministic random generator. Not for secrets. */
export interface Rng {
  /** Above 0, below 1. */
  uniform(): number
  /** Mean 0, variance 1. */
  normal(): number
}

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Returns a 32-bit hash of a text (FNV-1a). Not for secrets. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** sfc32, started from the keys: integers, negative ones too. */
export function createRng(...keys: number[]): Rng {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162
  let counter = 1
  for (const key of keys) {
    a = mix(a, key >>> 0)
    b = mix(b ^ a, Math.floor(key / 4294967296) >>> 0)
    c = mix(c ^ b, key >>> 0)
  }
  function next(): number {
    const sum = (((a + b) >>> 0) + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum
  }
  for (let i = 0; i < 8; i++) next()
  const uniform = () => (next() + 0.5) / 4294967296
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}

/** Returns a number in [0, 1) that is a function of its keys: integers, negative ones too. Cheaper than a generator for one number. */
export function hashUniform(...keys: number[]): number {
  let hash = 0x9e3779b9
  for (const key of keys) hash = mix(mix(hash, key >>> 0), Math.floor(key / 4294967296) >>> 0)
  return mix(hash, keys.length) / 4294967296
}
