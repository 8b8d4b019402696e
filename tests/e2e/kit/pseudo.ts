import type { APIRequestContext, Page } from '@playwright/test'
import { pseudoLocale } from '../../../codegen/compiler/locales/pseudoLocale.ts'
import { changeCatalogue } from './changedCatalogue.ts'

/** Serves the pseudo language wherever the app requests English. */
export const usePseudoLocale = (page: Page, request: APIRequestContext): Promise<void> =>
  changeCatalogue(page, request, { english: pseudoLocale })
