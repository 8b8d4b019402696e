export default 'amount'
