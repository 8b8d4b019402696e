const CONTEXT = 2

/** The unified diff of two texts. Simple algorithm: edits are few. */
export function unifiedDiff(file: string, before: string, after: string, colour: boolean): string {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [a, b] = [before.split('\n'), after.split('\n')]
  const lines = diffLines(a, b)
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.sign !== ' '),
  )
  const out = [paint(1, `--- ${file}`), paint(1, `+++ ${file}`)]
  let open = false
  for (const [index, { sign, text, line }] of lines.entries()) {
    if (!shown[index]) {
      open = false
      continue
    }
    if (!open) out.push(paint(36, `@@ line ${line} @@`))
    open = true
    out.push(sign === ' ' ? ` ${text}` : paint(sign === '-' ? 31 : 32, `${sign}${text}`))
  }
  return `${out.join('\n')}\n`
}

interface Line {
  sign: ' ' | '-' | '+'
  text: string
  /** Line number in the old text. */
  line: number
}

/** Longest common subsequence of the lines between the common prefix and suffix. */
function diffLines(a: readonly string[], b: readonly string[]): Line[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const longest = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1))
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0
  for (let i = left.length - 1; i >= 0; i--) {
    const row = longest[i] ?? new Uint32Array()
    for (let j = right.length - 1; j >= 0; j--)
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const out: Line[] = a.slice(0, start).map((text, index) => ({ sign: ' ', text, line: index + 1 }))
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const line = start + i + 1
    if (i < left.length && j < right.length && left[i] === right[j]) {
      out.push({ sign: ' ', text: left[i++] ?? '', line })
      j += 1
    } else if (i < left.length && (j >= right.length || at(i + 1, j) >= at(i, j + 1)))
      out.push({ sign: '-', text: left[i++] ?? '', line })
    else out.push({ sign: '+', text: right[j++] ?? '', line })
  }
  return [
    ...out,
    ...a.slice(a.length - end).map((text, index): Line => ({ sign: ' ', text, line: a.length - end + index + 1 })),
  ]
}
