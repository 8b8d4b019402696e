const RTL = new Set(['ar', 'fa', 'he', 'ur'])

/** Whether a language is written from right to left. */
export const isRtl = (lang: string): boolean => RTL.has(lang.split('-', 1)[0] ?? lang)
