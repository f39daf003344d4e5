/** Exchange that answers over HTTP as the real one does, with prices that a test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY, MINUTE } from '~/platform/clock';

/** Answer about a symbol, as text and numbers in JSON. */
export type PriceAnswer = { price: string | number; at?: number };

export class Exchange {
  /** Prices by the exchange's own names: `BTCUSDT`. */
  prices: Record<string, PriceAnswer> = { BTCUSDT: { price: '60000.00' }, ETHUSDT: { price: '3000.00' } };
  /** Paths that were requested, in order. */
  asked: string[] = [];
  /** Handler that answers requests in place of the exchange while it is set. It gets the JSON of the normal answer. */
  answer: ((response: ServerResponse, prices: string) => void) | null = null;

  private constructor(
    private readonly server: Server,
    private readonly time: () => number,
  ) {}

  /** @param time what its clock says, milliseconds */
  static async start(time: () => number = Date.now): Promise<Exchange> {
    const server = createServer();
    const exchange = new Exchange(server, time);
    server.on('request', (request, response) => exchange.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return exchange;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const prices = JSON.stringify(path.includes('klines') ? this.candles() : this.tickers());
    if (this.answer) this.answer(response, prices);
    else response.setHeader('Content-Type', 'application/json').end(prices);
  }

  private tickers() {
    return Object.entries(this.prices).map(([symbol, { price, at = this.time() }]) => ({
      symbol,
      lastPrice: String(price),
      openPrice: '1.00',
      openTime: at - DAY,
      closeTime: at,
    }));
  }

  private candles() {
    return [[this.time() - MINUTE, '100.0', '101.0', '99.0', '100.5', '12.5', this.time(), '1250', 3]];
  }
}
