import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export { canonicalJson } from './canonicalJson.ts'

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. Synchronous, unlike that of WebCrypto, and the same in Node and browsers. */
export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
