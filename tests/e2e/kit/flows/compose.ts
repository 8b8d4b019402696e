import { expect, type Locator, type Page } from '@playwright/test'

/** Composes texts as an input method does: each replaces the one before, and the last is inserted. */
export async function compose(page: Page, field: Locator, texts: readonly string[], before = ''): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const text of texts) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await expect(field).toHaveValue(before + text)
  }
  await session.send('Input.insertText', { text: texts.at(-1) ?? '' })
  await session.detach()
}
