import { setTimeout as sleep } from 'node:timers/promises'
import { enrol } from '../kit/bank/bank-people.ts'
import { onSite, systemOf, type System } from '../kit/chaos/deployment.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { deck, createRandom, type Random } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'
import { inspect, lengthenSessions } from '../kit/settlement/books.ts'
import { DAY, type Daily, type Moment } from '../kit/settlement/daily.ts'
import { fixed } from '../kit/settlement/fixed.ts'
import { interest } from '../kit/settlement/interest.ts'
import { loans } from '../kit/settlement/loans.ts'
import { SandboxClient } from '../kit/settlement/sandbox-client.ts'

export const about =
  'orders that are settled day by day, in random steps of time, by a server that is killed with -9 between and within them: every day once, every total exact'
/** Days during which people act; as many as the longest term follow. */
export const runs = { full: 366, middle: 2, short: 1 }

/** A proof with fewer days is a short one. */
const FULL = 100
const KILLS = [true, false, true, true, false]
/** `leastSteps`: five cover every kind of step, ten every kind of act with each, for any number of days. */
const SIZES = {
  full: { people: 10, kills: [true, false, false, true, false], leastSteps: 10 },
  middle: { people: 4, kills: KILLS, leastSteps: 10 },
  short: { people: 4, kills: [false, true, false, true, false], leastSteps: 5 },
}
/** Distances by which the clock is moved, dealt out by kind. */
const STEPS: readonly ((random: Random) => number)[] = [
  () => 600,
  (random) => 1 + random.int(DAY),
  () => DAY,
  (random) => 1 + random.int(3 * DAY),
  (random) => 1 + random.int(14 * DAY),
]
/** Maximum time from a move of the clock to a kill. */
const WITHIN_MS = 60
/** The clock runs on meanwhile. */
const SLACK = 120

/**
 * Advances a server by at least `runs` days in random steps and kills it in between; compares every order with the models of the
 * products.
 */
export function prove(options: ProofOptions): Promise<ProofResult> {
  const products = [interest(), fixed(), loans()]
  const server = Object.assign({}, ...products.map(({ operator }) => operator)) as object
  return onSite({ operator: { server } }, (site) => settle(systemOf(site, 'settlement'), products, options))
}

async function settle(
  { data, database, env: operator }: System,
  products: readonly Daily[],
  { seed, runs: days, length, log }: ProofOptions,
): Promise<ProofResult> {
  const { people, kills, leastSteps } = SIZES[length === 'full' && days < FULL ? 'middle' : length]
  // A loan is refused to who has one.
  const leastOrders = length === 'short' ? people / 2 : people
  const customers = await enrol(database, people)
  await lengthenSessions(database)
  const env = { ...operator, TICK_RATE: '0', SANDBOX: '1' }
  let served = await serve(data, env)
  const random = createRandom(seed)
  const client = new SandboxClient(served.origin, random)
  const [nextStep, nextKill, nextPerson] = [deck(random, STEPS), deck(random, kills), deck(random, customers)]
  const figures = { steps: 0, kills: 0, withinSettlement: 0, longestStepDays: 0 }
  const { faults } = client
  const readState = async (at: Moment) => {
    const { faults: wrong, inspections } = await inspect(database, customers, products, at)
    faults.push(...wrong)
    return inspections
  }
  const again = async () => {
    served = await serve(data, env)
    client.moved(served.origin)
  }

  try {
    const start = Math.floor(Date.now() / 1000)
    let done = start
    while ((done < start + days * DAY || figures.steps < leastSteps) && faults.length === 0) {
      for (let half = 0; half < people / 2; half += 1) {
        const person = nextPerson()
        for (const product of products) await product.act(client, person)
      }
      const step = nextStep()(random)
      const target = Math.max(done, Math.floor(Date.now() / 1000)) + step
      figures.steps += 1
      figures.longestStepDays = Math.max(figures.longestStepDays, Math.floor(step / DAY))
      if (nextKill()) {
        const cut = Promise.all([
          client.until(target),
          ...(random() < 0.4 ? products.map((product) => product.hurry(client, random.pick(customers))) : []),
        ])
        await sleep(random.int(WITHIN_MS))
        await served.kill()
        await cut
        figures.kills += 1
        const inspections = await readState({ done, latest: target + SLACK })
        if (inspections.some(({ behind }) => behind > 0)) figures.withinSettlement += 1
        await again()
      }
      if (!(await client.until(target))) faults.push('the server ended without being killed')
      done = target
      if (figures.steps % 20 === 0)
        log(`${Math.floor((done - start) / DAY)} of ${days} days, ${figures.kills} kills, ${faults.length} faults`)
    }
    done += 366 * DAY
    if (faults.length === 0 && !(await client.until(done))) faults.push('the server ended without being killed')
    await served.kill()
    const inspections = await readState({ done, latest: done + SLACK })
    const reported = Object.fromEntries(
      products.map(({ name }, at) => [
        name,
        { orders: inspections[at]?.orders, settled: inspections[at]?.settled, ...inspections[at]?.ended },
      ]),
    )
    for (const [at, { orders, ended }] of inspections.entries()) {
      const open = orders - Object.values(ended).reduce((all, count) => all + count, 0)
      if (open > 0) faults.push(`${open} orders of ${products[at]?.name} have not ended`)
    }
    for (const fault of faults.slice(0, 10)) log(fault)
    const enough =
      inspections.every(({ settled, orders }) => settled > days && orders > leastOrders) && figures.kills > 0
    if (!enough) log('hardly anything was settled')
    return {
      ok: faults.length === 0 && enough,
      figures: { ...figures, people, sent: client.sent, ...reported, faults: faults.length },
    }
  } finally {
    await served.kill()
  }
}
