/** Scripts written from right to left. `Intl.Locale.textInfo` is missing in Firefox 115. */
const RTL = /^(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/
const known = new Map<string, boolean>()

/** Whether a language is written from right to left, by the script that the platform knows for it. */
export function isRtl(lang: string): boolean {
  let rtl = known.get(lang)
  if (rtl === undefined) known.set(lang, (rtl = isRtlScript(lang)))
  return rtl
}

function isRtlScript(lang: string): boolean {
  try {
    return RTL.test(new Intl.Locale(lang).maximize().script ?? '')
  } catch {
    return false
  }
}
