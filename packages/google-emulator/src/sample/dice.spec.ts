import { type Dice, DiceBox } from './dice';

const throws = (dice: Dice): number[] => Array.from({ length: 5 }, () => dice.fraction());

describe('dice', () => {
  it('fall alike for the same seed, name and index, and otherwise not', () => {
    const fall = (seed: number, name: string, index: number): number[] =>
      throws(new DiceBox(seed, name).at(index));
    expect(fall(1, 'a', 7)).toEqual(fall(1, 'a', 7));
    const others = [fall(1, 'a', 7), fall(2, 'a', 7), fall(1, 'b', 7), fall(1, 'a', 8)];
    expect(new Set(others.map(String)).size).toBe(4);
  });

  it('are fair over many indexes', () => {
    const box = new DiceBox(5, 'fair');
    const counts = [0, 0, 0, 0, 0, 0];
    for (let index = 0; index < 60_000; index += 1) {
      const number = box.at(index).integer(0, 5);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('keep to weights, lists and chances', () => {
    const box = new DiceBox(5, 'weights');
    let [heavy, yes] = [0, 0];
    for (let index = 0; index < 10_000; index += 1) {
      const dice = box.at(index);
      if (
        dice.weighted([
          ['heavy', 9],
          ['light', 1],
        ]) === 'heavy'
      )
        heavy += 1;
      if (dice.chance(0.25)) yes += 1;
      expect(['x', 'y']).toContain(dice.pick(['x', 'y']));
    }
    expect(Math.abs(heavy - 9_000)).toBeLessThan(200);
    expect(Math.abs(yes - 2_500)).toBeLessThan(200);
  });
});
