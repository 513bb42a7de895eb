import { type CellError } from '../definition';

/** The result of arithmetic on literals such as `4/2`; undefined when it is anything else. */
export function evaluateArithmetic(
  expression: string,
  decimal: string,
): number | CellError | undefined {
  const calculation = new Calculation(expression, decimal);
  try {
    const value = calculation.result();
    if (Number.isFinite(value)) return value;
    return { error: 'NUM', message: 'Result was not a finite number.' };
  } catch (error) {
    if (error instanceof DivisionByZero) {
      return {
        error: 'DIVIDE_BY_ZERO',
        message: 'Function DIVIDE parameter 2 cannot be zero.',
      };
    }
    if (error instanceof NoArithmetic) return undefined;
    throw error;
  }
}

class DivisionByZero extends Error {}
class NoArithmetic extends Error {}

const MAX_DEPTH = 100;

class Calculation {
  private position = 0;
  private depth = 0;
  private readonly number: RegExp;

  constructor(
    private readonly text: string,
    private readonly decimal: string,
  ) {
    this.number = new RegExp(String.raw`\d+(?:[.${decimal}]\d+)?(?:[eE][+-]?\d+)?`, 'y');
  }

  result(): number {
    const value = this.sum();
    if (this.peek() !== '') throw new NoArithmetic();
    return value;
  }

  private sum(): number {
    let value = this.product();
    for (;;) {
      if (this.take('+')) value += this.product();
      else if (this.take('-')) value -= this.product();
      else return value;
    }
  }

  private product(): number {
    let value = this.power();
    for (;;) {
      if (this.take('*')) value *= this.power();
      else if (this.take('/')) {
        const divisor = this.power();
        if (divisor === 0) throw new DivisionByZero();
        value /= divisor;
      } else return value;
    }
  }

  private power(): number {
    let value = this.signed();
    while (this.take('^')) value **= this.signed();
    return value;
  }

  private signed(): number {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new NoArithmetic();
    const value = this.take('-') ? -this.signed() : this.take('+') ? this.signed() : this.percent();
    this.depth -= 1;
    return value;
  }

  private percent(): number {
    let value = this.operand();
    while (this.take('%')) value /= 100;
    return value;
  }

  private operand(): number {
    if (this.take('(')) {
      const value = this.sum();
      if (!this.take(')')) throw new NoArithmetic();
      return value;
    }
    this.peek();
    this.number.lastIndex = this.position;
    const match = this.number.exec(this.text);
    if (!match) throw new NoArithmetic();
    this.position = this.number.lastIndex;
    return Number(match[0].replace(this.decimal, '.'));
  }

  private take(sign: string): boolean {
    if (this.peek() !== sign) return false;
    this.position += 1;
    return true;
  }

  private peek(): string {
    while (this.text.charAt(this.position) === ' ') this.position += 1;
    return this.text.charAt(this.position);
  }
}
