// The live page: the film as it comes.
import { connect } from "./live";
import { Player } from "./main";

const player = new Player();
(window as unknown as { tauwerk: Player }).tauwerk = player;
connect(player);
