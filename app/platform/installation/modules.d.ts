declare module 'multicoin-address-validator' {
  const validator: { validate(address: string, currency: string, network?: 'prod' | 'testnet' | 'both'): boolean };
  export default validator;
}
