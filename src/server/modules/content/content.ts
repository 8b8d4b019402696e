import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_LANGUAGE } from '../../../engine/language/constants.ts'
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import { addSeconds } from '../../../engine/language/values/time.ts'
import { isRtl } from '../../../engine/language/texts/direction.ts'
import { createFormatter } from '../../../engine/language/values/formatter.ts'
import { createI18n, createTextOf, hasText, setTexts } from '../../../engine/language/texts/i18n.ts'
import type { TextOf } from '../../../engine/language/texts/texts.ts'
import type { Article, Contact, Message, NewsItem, RiskQuestion } from '../../../generated/entities.ts'
import { groupsOfFour } from '../../../product/domain/groupsOfFour.ts'
import type { ProductDocument } from '../identity/agreements/documents.ts'
import type { InstrumentClass } from '../trading/market/index.ts'
import { LISTINGS } from '../trading/market/instruments.ts'
import type { Product } from '../trading/tables.ts'

interface Index {
  /** `imageRtl`: an image with free space on the right, for right-to-left text. */
  items: {
    id: string
    category: NewsItem['category']
    image?: string
    imageRtl?: string
    link?: string
    hoursAgo: number
  }[]
  agreements: Agreements
  /** Version of the risk texts of all products. */
  riskVersion: string
  contacts: { id: string; kind: Contact['kind']; url: string; label: string }[]
  messages: Record<string, MessageDefinition>
  riskTest: { version: string; questions: { id: string; options: string[]; right: string }[] }
}

/** Versions of the documents that an order agrees to, by the id of the article: the dates they apply from. */
export type Agreements = Readonly<Record<ProductDocument, string>>

/** `page`: a screen. `link`: a screen that is opened with the argument `id`, as its parameter `param` or else `id`. */
interface MessageDefinition {
  kind: Message['kind']
  /** Kind of the notice, where it is not that of the kind of the message. */
  notice?: NoticeKind
  page?: string
  link?: string
  param?: string
}

/** Kinds of notices, by which users choose what is pushed to them. */
export type NoticeKind = 'security' | 'orders' | 'margin' | 'alerts' | 'account'

/** Localized strings of one language; a missing one falls back to English. */
export interface Messages {
  items: Record<string, { title: string; summary: string; paragraphs: string[] }>
  contacts: Record<string, { name: string; hours: string | null }>
  messages: Record<string, { title: string; text: string }>
  /** Risk texts by product, and one more sentence by class of instrument. */
  risks: { products: Record<string, Risk>; classes: Record<string, string> }
  /** Questions of the risk test with their options, and what is right. */
  riskTest: Record<string, { text: string; options: Record<string, string>; why: string }>
}

export interface Risk {
  title: string
  paragraphs: string[]
}

/** The test before trades with leverage and loans. Another version asks each user again. */
export interface RiskTest {
  version: string
  questions(lang: string): (RiskQuestion & { right: string; why: string })[]
}

export interface Content {
  /** Publication time of the latest item. */
  published: UnixSeconds
  /** Latest first. */
  items(lang: string, category: NewsItem['category']): NewsItem[]
  article(lang: string, id: string): Omit<Article, 'version'> | null
  agreements: Agreements
  contacts(lang: string): Contact[]
  /** Risk text of a product for a class of instruments, accepted before the first trade. */
  risk(lang: string, product: Product, kind: InstrumentClass): Risk
  riskVersion: string
  riskTest: RiskTest
  /** A message to a user; {{name}} is replaced by the argument. */
  template(
    lang: string,
    name: string,
    params: Record<string, string>,
  ): Pick<Message, 'kind' | 'title' | 'text' | 'link' | 'mode'>
}

/**
 * A number, or an amount with its currency; a message formats it in the user's locale. Stored messages may have the currency of
 * `amount` as the argument `currency`.
 */
const AMOUNT = /^(-?\d{1,24}(?:\.\d{1,12})?)(?: ([A-Z0-9]{2,10}))?$/
/** Amounts without a currency: formatted with the decimals of the argument `currency`. */
const MONEY_ARGUMENTS = new Set(['net', 'receive'])
/** Prices of the argument `symbol`: formatted with its decimals. */
const PRICE_ARGUMENTS = new Set(['price', 'last', 'entry', 'exit', 'liquidation'])
/** A text with the figures of the product that it names. */
const withFigures = (text: string): string => text.replaceAll('{{markets}}', String(LISTINGS.length))
const LISTING_OF = new Map(LISTINGS.map((listing) => [listing.symbol, listing]))
/** Arguments that are never formatted as numbers. */
const VERBATIM_ARGUMENTS = new Set(['name', 'email', 'id', 'device', 'phrase'])
/** Numbers of payees: in groups of four characters. */
const PAYEE_ARGUMENTS = new Set(['to'])

const titleKey = (name: string): string => `${name}.title`
const textKey = (name: string): string => `${name}.text`

const FOLDER = dirname(fileURLToPath(import.meta.url))

/** Reads the part of the content that is the same in all languages, from its file. */
export function readIndex(): Index {
  return JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')) as Index
}

/** Reads the texts of the content from their files, by language. */
export function readMessages(): Map<string, Messages> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'index.json')
  return new Map(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Messages,
    ]),
  )
}

const INDEX = readIndex()
const MESSAGES = readMessages()

/** A message about the account is about its security, unless its definition says otherwise; one of the system is not pushed. */
const NOTICE_OF: Readonly<Record<Message['kind'], NoticeKind | null>> = {
  account: 'security',
  trade: 'orders',
  system: null,
}

/** The kind of notice of a message template; null: it is not pushed. */
export function noticeKindOf(template: string): NoticeKind | null {
  const definition = INDEX.messages[template]
  return definition === undefined ? null : (definition.notice ?? NOTICE_OF[definition.kind])
}

/** The operator's content. `published` is the publication time of the latest item; all other times are relative to it. */
export function createContent(published: UnixSeconds): Content {
  const index = INDEX
  const messagesByLang = MESSAGES
  const englishMessages = messagesByLang.get('en')
  if (!englishMessages) throw new Error('src/server/modules/content/en.json is missing')
  const english = englishMessages

  const i18n = createI18n(DEFAULT_LANGUAGE)
  const textOfByLang = new Map<string, TextOf>()
  for (const [lang, own] of messagesByLang) {
    setTexts(
      i18n,
      lang,
      Object.fromEntries(
        Object.entries(own.messages).flatMap(([name, { title, text }]) => [
          [titleKey(name), title],
          [textKey(name), text],
        ]),
      ),
    )
    textOfByLang.set(lang, createTextOf(i18n, lang))
  }
  for (const name of Object.keys(index.messages))
    if (!hasText(i18n, DEFAULT_LANGUAGE, textKey(name)))
      throw new Error(`src/server/modules/content/en.json has no ${name}`)

  function localized<Entry>(lang: string, select: (words: Messages) => Record<string, Entry>, id: string): Entry {
    const own = messagesByLang.get(lang)
    const entry = (own && select(own)[id]) ?? select(english)[id]
    if (!entry) throw new Error(`src/server/modules/content/en.json has no ${id}`)
    return entry
  }

  const article = (
    lang: string,
    { id, category, image, imageRtl, link, hoursAgo }: Index['items'][number],
  ): Omit<Article, 'version'> => {
    const texts = localized(lang, (all) => all.items, id)
    const picture = isRtl(lang) ? (imageRtl ?? image) : image
    return {
      id,
      category,
      title: withFigures(texts.title),
      summary: withFigures(texts.summary),
      image: picture ?? null,
      link: link ?? null,
      time: addSeconds(published, -hoursAgo * 3600),
      paragraphs: texts.paragraphs.map(withFigures),
    }
  }

  const byAge = [...index.items].toSorted((a, b) => a.hoursAgo - b.hoursAgo)
  return {
    published,
    items: (lang, category) =>
      byAge
        .filter((item) => item.category === category)
        .map((item) => {
          const { paragraphs: _, ...rest } = article(lang, item)
          return rest
        }),
    article(lang, id) {
      const item = index.items.find((item) => item.id === id)
      return item ? article(lang, item) : null
    },
    agreements: index.agreements,
    contacts: (lang) =>
      index.contacts.map((contact) => ({ ...contact, ...localized(lang, (all) => all.contacts, contact.id) })),
    risk(lang, product, kind) {
      const { title, paragraphs } = localized(lang, (all) => all.risks.products, product)
      return { title, paragraphs: [...paragraphs, localized(lang, (all) => all.risks.classes, kind)] }
    },
    riskVersion: index.riskVersion,
    riskTest: {
      version: index.riskTest.version,
      questions: (lang) =>
        index.riskTest.questions.map(({ id, options, right }) => {
          const { text, why, options: texts } = localized(lang, (all) => all.riskTest, id)
          return { id, text, why, right, options: options.map((option) => ({ id: option, text: texts[option] ?? '' })) }
        }),
    },
    template(lang, name, params) {
      const definition = index.messages[name]
      if (!definition) throw new Error(`There is no message template ${name}`)
      const { kind, page = null, link, param = 'id' } = definition
      const textOf = textOfByLang.get(lang) ?? createTextOf(i18n, lang)
      const format = createFormatter(lang, (key) => key)
      const listing = LISTING_OF.get(params.symbol ?? '')
      const figure = (number: string, key: string) =>
        MONEY_ARGUMENTS.has(key) && params.currency !== undefined
          ? format.money(number, undefined, { roundingCurrency: params.currency, round: 'down' })
          : PRICE_ARGUMENTS.has(key) && listing
            ? format.price(number, listing.precision)
            : format.number(number)
      const currencyBeside = (key: string): string | undefined => (key === 'amount' ? params.currency : undefined)
      const written = (key: string) =>
        (params[key] ?? '').replace(AMOUNT, (_, number: string, currency = currencyBeside(key)) =>
          currency ? format.money(number, currency) : figure(number, key),
        )
      const args = Object.fromEntries(
        Object.entries(params).map(([key, value]) => {
          if (key === 'symbol' && listing) return [key, `${listing.base}/${listing.quote}`]
          if (PAYEE_ARGUMENTS.has(key)) return [key, groupsOfFour(value)]
          return [key, VERBATIM_ARGUMENTS.has(key) ? value : written(key)]
        }),
      )
      return {
        kind,
        title: textOf(titleKey(name), args),
        text: textOf(textKey(name), args),
        link:
          link === undefined || params.id === undefined ? page : `${link}?${param}=${encodeURIComponent(params.id)}`,
        mode: params.mode === 'real' || params.mode === 'demo' ? params.mode : null,
      }
    },
  }
}
