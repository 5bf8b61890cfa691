(* Only consensus attracts: the direction of growth is in Directions.v, the rise along solutions in
   Gradient.v; that it does, in Gathering.v, about the token that is asked for. With U = I and P = c I the rows' sum r of the flow is that of U = P = c I for r / c. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Continuity Attention Gnomonic Gathering Gradient Equilibria
  Rooted Uphill Directions Cascade.
Open Scope R_scope.

(* Parseval's identity for a vector makes the vector the sum of its parts. *)
Lemma expanded {S : inner_product_space} {Mode} (modes : list Mode) (e : Mode -> S) same x :
  enumerates modes -> kronecker same -> (forall a b, inner (e a) (e b) = same a b) ->
  total modes (fun m => inner (e m) x * inner (e m) x) = inner x x ->
  x = vtotal modes (fun m => vscale (inner (e m) x) (e m)).
Proof.
  intros EM K O Q. set (s := vtotal modes (fun m => vscale (inner (e m) x) (e m))).
  assert (A : inner s x = inner x x).
  { unfold s. rewrite inner_vtotal_l, <- Q. apply total_ext. intro m. apply inner_scale_l. }
  assert (B : inner s s = inner x x).
  { unfold s at 1. rewrite inner_vtotal_l, <- Q. apply total_ext. intro m. rewrite inner_scale_l. f_equal.
    unfold s. rewrite inner_vtotal_r.
    transitivity (total modes (fun k => same m k * inner (e k) x)).
    - apply total_ext. intro k. rewrite inner_scale_r, O. ring.
    - apply (kronecker_total modes same m (fun k => inner (e k) x)); auto. }
  assert (Z : vsub s x = vzero).
  { apply inner_definite. unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
    A, B,
      (inner_sym _ x s), A. ring. }
  apply inner_ext. intro z. symmetry. apply Rminus_diag_uniq. rewrite <- (inner_zero_l z), <- Z. unfold vsub.
  rewrite inner_add_l, inner_scale_l. ring.
Qed.
Lemma scaling_symmetric {S : inner_product_space} c : @adjoint S (vscale c) (vscale c).
Proof. intros x y. rewrite inner_scale_l, inner_scale_r. reflexivity. Qed.
Lemma scaling_bounded {S : inner_product_space} c : @bounded_operator S (vscale c).
Proof. exists (Rabs c). split; [apply Rabs_pos | intro x; rewrite vnorm_scale; lra]. Qed.
Lemma velocity_scaled {S : inner_product_space} {Token} (tokens : list Token) r c (y : Token -> S) i : 0 <
  c ->
  velocity tokens r (fun x => x) (vscale c) (fun x => x) y i =
  velocity tokens (r / c) (fun x => x) (vscale c) (vscale c) y i.
Proof.
  intro C. assert (E : attended tokens r (vscale c) (fun x => x) y i =
    attended tokens (r / c) (vscale c) (vscale c) y i).
  { unfold attended. apply inner_ext. intro z. rewrite !inner_vtotal_l. apply total_ext. intro j.
    rewrite !inner_scale_l. assert (N : c <> 0) by lra. unfold Rdiv.
    transitivity (r * (score (vscale c) y i j * / partition tokens (vscale c) y i) * inner (y j) z * (/ c *
      c));
      [rewrite Rinv_l by auto | ]; ring. }
  unfold velocity. rewrite E. reflexivity.
Qed.

(* Tokens that are near each other are in a hemisphere around any of them, and attend to all. *)
Section Near.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r c D : R) (z : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Hypothesis Cpos : 0 < c.
Hypothesis Flow : gradient_flow tokens r (fun x => x) (vscale c) (fun x => x) z.
Hypothesis Start : forall i, inner (z 0 i) (z 0 i) = 1.
Hypothesis Below : 0 < D < 1.
Hypothesis Apart : forall i j, vnorm (vsub (z 0 i) (z 0 j)) <= D.
Let w t i j := r * (score (vscale c) (z t) i j / partition tokens (vscale c) (z t) i).
Let m := r * (exp (- c) / (size tokens * exp c)).
Lemma sphere t i : 0 <= t -> inner (z t i) (z t i) = 1.
Proof.
  apply (unit_tokens tokens (r / c) (vscale c) z ET (Rdiv_lt_0_compat _ _ Rpos Cpos)
    (scaling_bounded c)); [|exact Start].
  intros q j Q. rewrite <- (velocity_scaled tokens r c (z q) j Cpos). exact (Flow q j Q).
Qed.
Lemma weights t i j : 0 <= t -> m <= w t i j <= r.
Proof.
  intro T. assert (B : forall k, Rabs (inner (z t i) (vscale c (z t k))) <= c).
  { intro k. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite vnorm_scale, Rabs_right by lra.
    unfold vnorm. rewrite !sphere, sqrt_1 by exact T. lra. }
  assert (L := softmax_below tokens (fun _ (_ : unit) => vscale c) z ET c t tt i j B).
  assert (U := softmax_unit tokens (fun _ (_ : unit) => vscale c) z ET t tt i j).
  unfold m, w. change (score (vscale c) (z t) i j / partition tokens (vscale c) (z t) i)
    with (softmax tokens (fun _ (_ : unit) => vscale c) z t tt i j).
  split; [apply Rmult_le_compat_l; lra | rewrite <- (Rmult_1_r r) at 2; apply Rmult_le_compat_l; lra].
Qed.
Hypothesis Margin : forall i j, / 2 <= inner (z 0 i) (z 0 j).
Lemma consensus_near i j s t : 0 <= t <= s ->
  vnorm (vsub (z s i) (z t j)) <= 6 * D * exp (- (r * exp (-2 * c) / 2) * t).
Proof.
  intros H. assert (N := size_positive tokens ET).
  assert (M : 0 < m).
  { unfold m. apply Rmult_lt_0_compat; [exact Rpos|].
    apply Rdiv_lt_0_compat; [apply exp_pos | apply Rmult_lt_0_compat; [exact N | apply exp_pos]]. }
  assert (Near := tokens_stay_near tokens w (inner (z 0 j)) z (/ 2) m ET Flow sphere M
    (fun t i j T => proj1 (weights t i j T)) (functional_of_pole (z 0 j) (Start j)) ltac:(lra) (Margin j) D i j s t Apart H).
  eapply Rle_trans; [exact Near|].
  assert (E : size tokens * (m * / 2) = r * exp (-2 * c) / 2).
  { unfold m. replace (-2 * c) with (- c + - c) by ring. rewrite exp_plus, (exp_Ropp c). field.
    split; apply Rgt_not_eq; [apply exp_pos | exact N]. }
  rewrite E. apply Rmult_le_compat_r; [left; apply exp_pos|].
  apply Rmult_le_compat_r; [lra|].
  assert (Q : sqrt 2 <= 3 / 2).
  { rewrite <- (sqrt_square (3 / 2)) by lra. apply sqrt_le_1; lra. }
  replace (sqrt 2 / (/ 2 * / 2)) with (4 * sqrt 2) by field. lra.
Qed.
End Near.

Section Left.
Context {S : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (d c : R) (y : Token -> S)
  (e : Mode -> S) (same : Mode -> Mode -> R).
Hypothesis ET : enumerates tokens.
Hypothesis EM : enumerates modes.
Hypothesis D : d = size modes.
Hypothesis K : kronecker same.
Hypothesis C : 0 < c.
Hypothesis Unit : forall i, inner (y i) (y i) = 1.
Hypothesis O : forall a b, inner (e a) (e b) = same a b.
Hypothesis Parseval : forall i, total modes (fun m => inner (e m) (y i) * inner (e m) (y i)) = inner (y i) (y i).
Let Rest := forall i, velocity tokens (1 / sqrt d) (fun x => x) (vscale c) (fun x => x) y i = vzero.
Let Apart := exists i j, ~ y i = y j.
Let Larger eps := exists x, (forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1) /\
  (forall i, vnorm (vsub (x i) (y i)) < eps) /\ energy tokens c y / (2 * c) < energy tokens c x / (2 * c).
Lemma left_behind (Dim : 3 <= d \/ 2 <= d /\ c <= 1) eps : Rest -> Apart -> 0 < eps -> Larger eps.
Proof.
  intros At [p [q N]] E. assert (Q : 0 < sqrt d) by (apply sqrt_lt_R0; rewrite D; apply size_positive, EM).
  assert (R0 : 0 < 1 / sqrt d) by (apply Rdiv_lt_0_compat; lra). unfold Rest in At. set (r := 1 / sqrt d) in *.
  destruct (uphill_from_equilibria tokens c y ET Unit C) with (p := p) (q := q) (modes := modes) (e := e)
    (eps := eps) as [x [X1 [X2 X3]]]; auto.
  - intros i x. specialize (At i).
    set (Z := partition tokens (vscale c) y i).
    assert (Zp : 0 < Z) by (apply partition_above; exact ET).
    assert (A : forall w, inner w (attended tokens r (vscale c) (fun x => x) y i) =
      r / Z * total tokens (fun j => exp (c * inner (y i) (y j)) * inner w (y j))).
    { intro w. unfold attended. rewrite inner_vtotal_r, <- total_scale. apply total_ext. intro j.
      rewrite inner_scale_r. unfold score. fold Z. rewrite inner_scale_r. field. lra. }
    assert (V : inner x (velocity tokens r (fun x => x) (vscale c) (fun x => x) y i) = 0)
      by (rewrite At; apply inner_zero_r).
    unfold velocity, vsub in V. rewrite inner_add_r, !inner_scale_r, !A in V.
    assert (P : 0 < r / Z) by (apply Rdiv_lt_0_compat; auto).
    apply Rmult_eq_reg_l with (r / Z); lra.
  - intro k. rewrite O. apply K.
  - intros k l H. rewrite O. apply K. exact H.
  - intro i. apply (expanded modes e same); auto.
  - rewrite <- D. exact Dim.
  - exists x. split; [exact X1|]. split; [intros i j; apply below_one; apply X1|]. split; [exact X2|].
    apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra | exact X3].
Qed.
Lemma in_space eps : Rest /\ Apart /\ 3 <= d -> 0 < eps -> Larger eps.
Proof. intros [At [N L]]. exact (left_behind (or_introl L) eps At N). Qed.
Lemma on_the_circle eps : Rest /\ Apart /\ 2 <= d /\ c <= 1 -> 0 < eps -> Larger eps.
Proof. intros [At [N L]]. exact (left_behind (or_intror L) eps At N). Qed.
Lemma either_way eps : 1 <= d -> (Rest /\ Apart /\ 3 <= d -> forall eps, 0 < eps -> Larger eps) ->
  (Rest /\ Apart /\ 2 <= d /\ c <= 1 -> forall eps, 0 < eps -> Larger eps) ->
  Rest /\ Apart /\ (3 <= d \/ 2 <= d /\ c <= 1) -> 0 < eps -> Larger eps.
Proof. intros _ Space Circle [At [N [L|L]]]; auto. Qed.
End Left.

(* Along solutions the potential never falls, and tokens that are near meet. *)
Section Along.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (d c : R) (z : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Dpos : 1 <= d.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => z s i) t (vsub
  (vtotal tokens (fun j => vscale (1 / sqrt d * (exp (inner (z t i) (vscale c (z t j))) /
    total tokens (fun k => exp (inner (z t i) (vscale c (z t k)))))) (z t j)))
  (vscale (inner (z t i) (vtotal tokens (fun j => vscale (1 / sqrt d * (exp (inner (z t i) (vscale c (z t j))) /
    total tokens (fun k => exp (inner (z t i) (vscale c (z t k)))))) (z t j)))) (z t i))).
Hypothesis C : 0 < c.
Hypothesis Start : forall i, inner (z 0 i) (z 0 i) = 1.
Hypothesis Start_below : forall i j, inner (z 0 i) (z 0 j) <= 1.
Hypothesis Hemisphere : forall D t, 0 <= t -> (forall i, inner (z t i) (z t i) = 1) -> (forall i j, inner (z t i) (z t j) <= 1) ->
  0 < D -> D < 1 -> forall i j, inner (vsub (z t i) (z t j)) (vsub (z t i) (z t j)) <= D ^ 2 -> 1 / 2 < inner (z t i) (z t j).
Lemma from_near D : (forall i j, vnorm (vsub (z 0 i) (z 0 j)) <= D) -> 0 < D -> D < 1 -> forall i j s t, 0 <= t <= s ->
  vnorm (vsub (z s i) (z t j)) <= 6 * D * exp (- (1 / sqrt d * exp (-2 * c) / 2) * t).
Proof.
  intros A L H. assert (R0 : 0 < 1 / sqrt d) by (apply Rdiv_lt_0_compat; [|apply sqrt_lt_R0]; lra).
  apply (consensus_near tokens (1 / sqrt d) c D z ET R0 C Flow Start (conj L H) A). intros i j.
  assert (Q : 1 / 2 < inner (z 0 i) (z 0 j)); [|lra]. apply (Hemisphere D 0); auto; try lra.
  rewrite <- vnorm_square. specialize (A i j). assert (P := vnorm_nonneg (vsub (z 0 i) (z 0 j))).
  simpl. rewrite Rmult_1_r. apply Rmult_le_compat; auto.
Qed.
Lemma meet D : (forall i j, vnorm (vsub (z 0 i) (z 0 j)) <= D) -> 0 < D -> D < 1 -> forall t, 0 <= t -> forall i j,
  vnorm (vsub (z t i) (z t j)) <= 6 * D * exp (-1 * (exp (-2 * c) / (2 * sqrt d)) * t).
Proof.
  intros A L H t T i j. assert (N := from_near D A L H i j t t ltac:(lra)). assert (Q := sqrt_lt_R0 d ltac:(lra)).
  replace (-1 * (exp (-2 * c) / (2 * sqrt d)) * t) with (- (1 / sqrt d * exp (-2 * c) / 2) * t) by (field; lra). exact N.
Qed.
Lemma stay D j u : (forall i j, vnorm (vsub (z 0 i) (z 0 j)) <= D) -> z 0 j = u -> 0 < D -> D < 1 ->
  forall t, 0 <= t -> forall i, vnorm (vsub (z t i) u) <= 6 * D.
Proof.
  intros A <- L H t T i. assert (N := from_near D A L H i j t 0 ltac:(lra)). rewrite Rmult_0_r, exp_0, Rmult_1_r in N. exact N.
Qed.
Lemma never_falls : nondecreasing (fun t => energy tokens c (z t) / (2 * c)).
Proof.
  intros s t H. assert (Q := Rdiv_lt_0_compat _ _ (Rdiv_lt_0_compat 1 _ Rlt_0_1 (sqrt_lt_R0 d ltac:(lra))) C).
  assert (G : gradient_flow tokens (1 / sqrt d / c) (fun x => x) (vscale c) (vscale c) z).
  { intros q i T. rewrite <- (velocity_scaled tokens _ c (z q) i C). exact (Flow q i T). }
  assert (Rise := potential_rises tokens _ (vscale c) z ET Q (scaling_symmetric c) (scaling_bounded c) G Start s t H).
  assert (E : forall q, energy tokens c (z q) / (2 * c) = potential tokens (vscale c) (z q) / c).
  { intro q. replace (potential tokens (vscale c) (z q)) with (energy tokens c (z q) / 2); [field; lra|].
    unfold potential, energy, score. f_equal. apply total_ext. intro i. apply total_ext. intro j.
    rewrite inner_scale_r. reflexivity. }
  rewrite !E. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, C | exact Rise].
Qed.
End Along.

(* A potential that never falls is no larger at a limit than at the start. *)
Lemma no_return {S : inner_product_space} {Token} (tokens : list Token) c (y : Token -> S) (z : R -> Token -> S) :
  nondecreasing (fun t => energy tokens c (z t) / (2 * c)) -> enumerates tokens ->
  energy tokens c y / (2 * c) < energy tokens c (z 0) / (2 * c) -> ~ forall i, vtends (fun t => z t i) (y i).
Proof.
  intros Rise ET High L. assert (Near : limit_point z y).
  { intros eps T E. destruct (tends_total tokens (fun t i => vnorm (vsub (z t i) (y i))) L eps E) as [T' [T0 H]].
    exists (Rmax T T'). split; [apply Rmax_l|]. intro i. specialize (H (Rmax T T') (Rmax_r T T')).
    rewrite Rminus_0_r in H. eapply Rle_lt_trans; [|eapply Rle_lt_trans; [apply Rle_abs | exact H]].
    apply (total_at_least tokens (fun i => vnorm (vsub (z (Rmax T T') i) (y i)))); [apply ET|].
    intro. apply vnorm_nonneg. }
  assert (Cont : continuous_at (fun x : Token -> S => energy tokens c x / (2 * c)) y) by (unfold energy; repeat continuous_step).
  destruct (Cont (energy tokens c (z 0) / (2 * c) - energy tokens c y / (2 * c))) as [q [Q H]]; [lra|].
  destruct (Near q 0 Q) as [t [T N]]. assert (B := H (z t) N). rewrite real_distance in B. assert (Up := Rise 0 t ltac:(lra)).
  apply Rabs_def2 in B. cbv beta in Up. lra.
Qed.
