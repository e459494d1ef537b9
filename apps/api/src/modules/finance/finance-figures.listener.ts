import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Clock } from '../../platform/time/clock';
import { deltasOf, incrementsOf } from './finance-figures';
import { FinanceFiguresRepository } from './finance-figures.repository';
import { transactionsChanged } from './transaction.events';

/** Keeps the figures equal to the entries: what moves an entry moves them, or neither is written. */
@Injectable()
export class FinanceFiguresListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly figures: FinanceFiguresRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(transactionsChanged, ({ changes }) =>
      this.figures.add(incrementsOf(deltasOf(changes)), this.clock.now()),
    );
  }
}
