import { integer, oneOf, table, text, type TableTypes } from '../../kit/storage/table.ts'

export const tradingTables = {
  /** Accepted risk texts: user, symbol, product and language. */
  trade_activations: table({
    columns: {
      user_id: text().references('users.id'),
      symbol: text(),
      product: oneOf('spot', 'seconds', 'leveraged'),
      lang: text(),
      /** Of the risk text. Those accepted before versions were stored are of the first one. */
      version: text().default('2026-11-01'),
      created: integer(),
    },
    primaryKey: ['user_id', 'symbol', 'product'],
  }),
}

export type Product = TableTypes<typeof tradingTables>['trade_activations']['product']
