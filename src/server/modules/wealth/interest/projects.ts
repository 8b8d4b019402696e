import type { Money } from '../../../../engine/language/values/units.ts'
import { dailyInterest, interestOfDays, violatedLimit, rateOfDays } from '../../../../product/finance/interest.ts'
import type { InterestProject } from '../../../../generated/entities.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Agreements } from '../../content/content.ts'
import type { OperatorConfig } from '../../../config.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, scaleOf, tradedUnit } from '../../../kit/ledger/index.ts'
import { tradedAmountOf } from '../../money/wallet/transfers.ts'

export type Project = OperatorServer['projects'][number]

/** The name of a product; the id for one the operator has removed. */
export function nameOf({ server }: OperatorConfig, id: string, lang: string): string {
  const names = server.projects.find((project) => project.id === id)?.names
  return names?.[lang] ?? names?.en ?? id
}

/** Returns a project by its id; throws the refusal `projectEnded` if the operator does not offer it. */
export function projectOf({ server }: OperatorConfig, id: string): Project {
  const project = server.projects.find((project) => project.id === id)
  if (!project) throw refuse('projectEnded')
  return project
}

/** Entity of a product. `available`: the user's available balance in its currency. */
export function projectEntity(
  operator: OperatorConfig,
  { id, currency, rate, days, minimum, maximum, state, early }: Project,
  lang: string,
  available: bigint,
): InterestProject {
  return {
    id,
    name: nameOf(operator, id, lang),
    currency,
    rate,
    termRate: rateOfDays(rate, days),
    days,
    minimum,
    maximum,
    state,
    early,
    step: decimal(tradedUnit(currency), currency),
    available: decimal(available, currency),
  }
}

/** Terms of an order: the values that it stores of its product. */
export const orderTerms = ({ currency, rate, days, early }: Project, { interestTerms: agreement }: Agreements) => ({
  currency,
  rate,
  days,
  early,
  agreement,
})

export interface ProjectYield {
  project: Project
  /** Minor units. */
  amount: bigint
  daily: bigint
  total: bigint
}

/** Interest of an amount. Throws a refusal for a product that cannot be bought. */
export function yieldOf(
  operator: OperatorConfig,
  input: { project: string; currency: string; amount: Money },
): ProjectYield {
  const project = projectOf(operator, input.project)
  if (project.state === 'ended') throw refuse('projectEnded')
  if (project.state === 'paused') throw refuse('projectStatusError')
  const { currency, rate, days, minimum, maximum } = project
  if (input.currency !== currency) throw refuse('wrongCurrencyType')
  const amount = tradedAmountOf(input.amount, currency)
  if (amount <= 0n) throw refuse('amountError')
  const broken = violatedLimit(input.amount, project)
  if (broken === 'minimum') throw refuse('minimumDeposit', { amount: minimum, currency })
  if (broken === 'maximum') throw refuse('amountAboveMaximum', { amount: maximum, currency })
  const places = scaleOf(currency)
  const daily = dailyInterest(decimal(amount, currency), rate, places)
  return { project, amount, daily: minor(daily, currency), total: minor(interestOfDays(daily, days, places), currency) }
}
