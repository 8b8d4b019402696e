import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH } from '../../src/engine/language/constants.ts'
import { HEADER, literal, type Files } from './lib/files.ts'

/** OWASP ASVS 5.0, 6.2.4: at least the 3000 most frequent passwords that the rules of the product permit. */
const COUNT = 3000

/** The most common passwords, most frequent first, from the frequency list of zxcvbn-ts. */
export default function commonPasswords(): Files {
  const { min, max } = PASSWORD_LENGTH
  const found = dictionary['passwords-common'].filter(({ length }) => length >= min && length <= max).slice(0, COUNT)
  if (found.length < COUNT) throw new Error(`Only ${found.length} common passwords have ${min} to ${max} characters`)
  return new Map([
    [
      'src/generated/commonPasswords.ts',
      `${HEADER}/** The ${COUNT} most common passwords of ${min} to ${max} characters in lower case, separated by spaces. */\nexport const COMMON_PASSWORDS = ${literal(found.join(' '))}\n`,
    ],
  ])
}
