// What the page shows of itself to tests and to the curious, and what browser.js adds to it.

import type { Preview, ShotFile, Strike, TableState, Vector } from '../../page/billiards/types.js';
import type { Ball, Engine, GameMessage, Message, OverlayLayer, Pose, ReplayDesk, Scene, State, View } from '../../page/types.js';

declare global {
  /** The billiard room, as far as tests look into it. */
  interface BilliardRoom {
    state: TableState | null;
    mode: 'aim' | 'moving' | 'replay';
    time: number;
    preview: Preview | null;
    aim: { strike: Strike };
    played: { input: ShotFile; duration: number; whole: number; at(time: number): { name: string; position: Vector; sunk: number }[] } | null;
    show: { canvas: HTMLCanvasElement; ratio: number; look: { at(x: number, y: number): [number, number] } } | null;
  }

  interface Window {
    carom: { engine: Engine; state: State; status: GameMessage; scene: Scene; view: View; overlay: OverlayLayer | null; replay: ReplayDesk | null; billiards: BilliardRoom };
    look: {
      /** Policies that the page violated. */
      violations: string[];
      /** What a test wrote down. */
      notes: any[];
      /** The first ball in sight. */
      ball(): Ball | undefined;
      /** How the parts of a kind stand, by name. */
      poses(kind: string): Record<string, Pose>;
      /** Sends something and waits for the answer of a kind. */
      ask<K extends Message['kind']>(question: Record<string, unknown>, kind: K): Promise<Extract<Message, { kind: K }>>;
    };
  }
}
