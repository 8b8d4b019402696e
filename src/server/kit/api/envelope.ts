import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LANGUAGE } from '../../../engine/language/constants.ts'
import { createFormatter, type Formatter } from '../../../engine/language/values/formatter.ts'
import { createI18n, createTextOf, setTexts } from '../../../engine/language/texts/i18n.ts'
import { replyText } from '../../../engine/language/texts/replyText.ts'
import type { TextEntries } from '../../../engine/language/texts/partialTexts.ts'
import type { TextOf } from '../../../engine/language/texts/texts.ts'
import type { ErrorCode, SuccessCode } from '../../../generated/errors.ts'
import type { Refusal } from '../errors.ts'

const LOCALES = join(dirname(fileURLToPath(import.meta.url)), '../../../../locales')
const i18n = createI18n(DEFAULT_LANGUAGE)

/** Formats times in UTC, and says so: the server does not know the time zone of the user. */
function utcFormatter(lang: string, textOf: TextOf): Formatter {
  const format = createFormatter(lang, textOf, 'UTC')
  return { ...format, dateTime: (unix) => `${format.dateTime(unix)} UTC` }
}

/** Texts of the codes in each language of locales/. */
const languages = new Map<string, { textOf: TextOf; format: Formatter }>(
  readdirSync(LOCALES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const lang = name.slice(0, -'.json'.length)
      const all = JSON.parse(readFileSync(join(LOCALES, name), 'utf8')) as TextEntries
      // A text that is not translated is in English: the fallback of the instance.
      const own = Object.entries(all).filter(
        (entry): entry is [string, string] => /^(error|success)\./.test(entry[0]) && typeof entry[1] === 'string',
      )
      setTexts(i18n, lang, Object.fromEntries(own))
      const textOf = createTextOf(i18n, lang)
      return [lang, { textOf, format: utcFormatter(lang, textOf) }]
    }),
)

function messageOf(kind: 'error' | 'success', reply: Parameters<typeof replyText>[1], lang: string): string {
  const language = languages.get(lang) ?? languages.get(DEFAULT_LANGUAGE)
  if (!language) throw new Error(`locales/${DEFAULT_LANGUAGE}.json is missing`)
  return replyText(kind, reply, language)
}

/** Reply envelope of every call. `code` is 1 for a success without a message; `message` is its text in the language of the request. */
export interface Envelope {
  type: 'ok' | 'error' | '999'
  code: ErrorCode | SuccessCode | 1
  message: string
  params: Record<string, unknown>
  data: unknown
}

/** Wraps the data of a successful call. Without `success` the code is 1 and the message is empty. */
export function okEnvelope(data: unknown, success?: SuccessCode, lang = DEFAULT_LANGUAGE): Envelope {
  return {
    type: 'ok',
    code: success ?? 1,
    message: success ? messageOf('success', { code: success }, lang) : '',
    params: {},
    data,
  }
}

/** Wraps a refusal, with the text of its code. An expired session has the type `999`. */
export function refusalEnvelope(
  { code, params }: Pick<Refusal, 'code' | 'params'>,
  lang: string = DEFAULT_LANGUAGE,
): Envelope {
  return {
    type: code === 'sessionExpired' ? '999' : 'error',
    code,
    message: messageOf('error', { code, params }, lang),
    params,
    data: null,
  }
}
