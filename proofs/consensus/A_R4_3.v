(* A-R4.3: of two tokens of a circle that are not opposite, the sum is a pole of both. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete Worlds.
From Claimed Require Import A_R4_3.
Open Scope R_scope.

Theorem around_the_sum : A_R4_3__instance.
Proof.
  exists (euclidean 1). split; [exact (complete_euclidean 1)|]. split; [exact no_degenerate_plane|].
  intros p Up q Uq N. exists (vadd p q). rewrite !inner_add_l, Up, Uq, (inner_sym _ q p).
  assert (Z := inner_nonneg _ (vadd p q)). rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p) in Z.
  destruct (Req_EM_T (1 + inner p q) 0) as [E|P]; [exfalso | lra]. apply N.
  assert (V : vadd p q = vzero).
  { apply inner_definite. rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p). lra. }
  apply inner_ext. intro z. assert (W : inner (vadd p q) z = 0) by (rewrite V; apply inner_zero_l).
  rewrite inner_add_l in W. rewrite inner_scale_l. lra.
Qed.
