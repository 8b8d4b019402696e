import type { Page } from '@playwright/test'
import { asDecimal, canonical } from '../../../../src/engine/language/values/decimal.ts'
import type { Decimal } from '../../../../src/engine/language/values/units.ts'

/** An amount of cash as a screen shows it. */
export interface Shown {
  /** Text of its label; empty without one. */
  label: string
  /** Accessible name of the card around it; empty without one. */
  card: string
  value: Decimal
  currency: 'USDT' | 'USD'
  decimals: number
  /** A valuation: "≈ 12.00 USDT". */
  isApproximate: boolean
  /** A change or a result: "+12.00 USDT". */
  isSigned: boolean
}

interface Found {
  label: string
  card: string
  text: string
}

const AMOUNT = /^(≈\s)?([+−]?)([\d,]+(?:\.(\d+))?)\s(USDT|USD)$/

/** All amounts of USDT and USD on the visible screen, read in one task, so that no price moves in between. */
export async function shownOn(page: Page): Promise<Shown[]> {
  return (await page.evaluate(read)).flatMap(({ label, card, text }) => {
    const [, approximate, sign = '', digits = '', fraction = '', unit] = AMOUNT.exec(text) ?? []
    if (digits === '') return []
    return [
      {
        label,
        card,
        value: canonical(asDecimal((sign === '−' ? '-' : '') + digits.replaceAll(',', ''))),
        currency: unit === 'USD' ? 'USD' : 'USDT',
        decimals: fraction.length,
        isApproximate: approximate !== undefined,
        isSigned: sign !== '',
      },
    ]
  })
}

/** Runs in the page. A leaf is an element whose children are units only. A line of facts, "20× · Margin 12.00 USDT", has labelled amounts, and so has a line of one. */
function read(): Found[] {
  const textOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? '')
      .replaceAll(/[\u2066-\u2069]/g, '')
      .replaceAll(/[\s\u00a0]+/g, ' ')
      .trim()
  const isAmount = (text: string): boolean => /^(≈ )?[+−]?[\d,]+(\.\d+)? (USDT|USD)$/.test(text)
  const main = [...document.querySelectorAll('main')].find((element) => element.checkVisibility())
  const found: Found[] = []
  const taken = new Set<Element>()
  for (const element of main?.querySelectorAll('bdi, p, span, div, dd') ?? []) {
    if (!element.checkVisibility() || element.closest('button, dialog')) continue
    if ([...taken].some((other) => other.contains(element))) continue
    const card = element.closest('section[aria-label], [role="group"][aria-label]')?.getAttribute('aria-label') ?? ''
    const [first = '', ...others] = element.firstElementChild ? [] : textOf(element).split(' · ')
    const facts = others.length > 0 ? others : [first]
    for (const fact of facts) {
      const [, label = '', text = ''] = /^(.*?) ((?:≈ )?[+−]?[\d,]+(?:\.\d+)? (?:USDT|USD))$/.exec(fact) ?? []
      if (text !== '') found.push({ label, card, text })
    }
    if (!isAmount(textOf(element))) continue
    taken.add(element)
    const pair = element.closest('dl')?.querySelector('dt')
    // A balance names its group; an amount in it with a separate label is not that balance.
    const group = element.closest('[role="group"][aria-labelledby]')
    const beside = element.parentElement?.children.length === 2 ? element.previousElementSibling : null
    found.push({
      label: textOf(pair ?? beside ?? (group && document.getElementById(group.getAttribute('aria-labelledby') ?? ''))),
      card,
      text: textOf(element),
    })
  }
  return found
}
