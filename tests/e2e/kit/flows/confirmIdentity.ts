import { expect, type Page } from '@playwright/test'
import { en, type TextOf } from '../texts.ts'
import { PASSWORD } from './user.ts'

/** Confirms a step-up in its sheet with the login password, the only factor of a user with an account name. */
export async function confirmIdentity(page: Page, password = PASSWORD, t: TextOf = en): Promise<void> {
  const sheet = page.getByRole('dialog', { name: t('shell.stepUpTitle') })
  await sheet.getByLabel(t('field.loginPassword')).fill(password)
  await sheet.getByRole('button', { name: t('shell.stepUpConfirm') }).click()
  await expect(sheet).toHaveCount(0)
}
