import { Turns } from './turns';

describe('turns', () => {
  it('of one name come one after another, in order; other names do not wait', async () => {
    const turns = new Turns();
    const steps: string[] = [];
    const endFirst = await turns.take('a');
    const later = ['second', 'third'].map(async (step) => {
      const end = await turns.take('a');
      steps.push(step);
      end();
    });
    (await turns.take('b'))();
    steps.push('first');
    endFirst();
    await Promise.all(later);
    expect(steps).toEqual(['first', 'second', 'third']);
    expect(turns.names).toEqual([]);
  });

  it('that never end hold up nobody for good', async () => {
    const turns = new Turns(5);
    const stuck = await turns.take('a');
    const end = await turns.take('a');
    end();
    stuck();
    (await turns.take('a'))();
    expect(turns.names).toEqual([]);
  });

  it('are refused where too many wait', async () => {
    const turns = new Turns();
    const taken = Array.from({ length: 501 }, () => turns.take('a'));
    await expect(turns.take('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const turn of taken) (await turn)();
  });
});
