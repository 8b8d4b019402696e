/** A number or an address with a space after every four characters, as people compare it; one that has spaces stays as it is. */
export const groupsOfFour = (number: string): string =>
  number.includes(' ') ? number : number.replaceAll(/.{4}(?=.)/gu, '$& ')
