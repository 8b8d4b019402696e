/** The mark of a name: two letters of a Latin one, the first character of another, in Arabic that after the article. */
export const lettersOf = (name: string): string => /^\p{Script=Latin}{1,2}|^./u.exec(name.replace(/^ال/, ''))?.[0] ?? ''
