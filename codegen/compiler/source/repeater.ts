/** A repeater as it is written: "item in list" or "item, index in list". */
export interface WrittenRepeater {
  as: string
  index: string | undefined
  /** The expression of the list. */
  list: string
}

const EACH = /^\s*([A-Za-z_]\w*)\s*(?:,\s*([A-Za-z_]\w*)\s*)?\bin\b\s*/
/** An invalid repeater whose meaning is still clear. */
const NEARLY = /^\s*=?\s*([A-Za-z_]\w*)\s+(?:in|of|from)\s+/

const partsOf = (text: string, pattern: RegExp): WrittenRepeater | undefined => {
  const [head, as, index] = pattern.exec(text) ?? []
  return head === undefined || as === undefined ? undefined : { as, index, list: text.slice(head.length) }
}

/** The parts of a repeater; undefined for an invalid one. */
export const parseRepeater = (text: string): WrittenRepeater | undefined => partsOf(text, EACH)

/** The parts that an invalid repeater means; undefined where they are not clear. */
export const meantRepeater = (text: string): WrittenRepeater | undefined => partsOf(text, NEARLY)
