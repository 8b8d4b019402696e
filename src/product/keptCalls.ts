/** Reads of a user whose last replies are kept on the device until the session ends: balances and positions are shown without a network, with their time, and the first steps before their reply. */
export const keptCalls: readonly string[] = [
  'wallet/list',
  'wallet/get_info',
  'lever/my_trade',
  'lever/my_wh_trade',
  'user/first_steps',
]
