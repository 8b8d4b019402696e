/** `sigma`: standard deviation of the price over the bucket, in ticks. */
export interface Bucket extends Bar {
  sigma: number
}

/** OHLCV of a time bucket, in integer ticks and volume units, so that sums and extremes are exact. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}
