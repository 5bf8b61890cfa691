(* Global consensus at v: Cones.v has the layers. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Complete Cones.
Open Scope R_scope.

(* The largest tangent, or more. *)
Lemma some_cone {U : inner_product_space} {Token} (tokens : list Token) (v : U) (x : Token -> U) :
  lists tokens -> (forall i, inner (x i) (x i) = 1) -> (forall i, 0 < inner v (x i)) ->
  exists rho, 0 <= rho /\ cone v rho x.
Proof.
  intros All Unit Inside. set (t i := vnorm (beside v (x i)) / inner v (x i)).
  assert (Pos : forall i, 0 <= t i).
  { intro i. apply Rmult_le_pos; [apply vnorm_nonneg | left; apply Rinv_0_lt_compat; auto]. }
  exists (total tokens t). split; [apply total_nonneg; auto|]. intro i. split; [auto|]. split; [auto|].
  replace (vnorm (beside v (x i))) with (t i * inner v (x i)) by
    (unfold t; specialize (Inside i); field; lra).
  apply Rmult_le_compat_r; [left; auto | apply total_at_least; auto].
Qed.

Section Pulled.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (v : U) (tau : R)
  (A : nat -> Head -> Token -> Token -> R) (f : nat -> Head -> Token -> U) (x : nat -> Token -> U).
Definition pulled lam mu := (forall h, 0 <= lam h /\ 0 <= mu h) /\ forall k, pulls tokens v lam mu (A k) (x k) (f k).
Definition inside r k i := vnorm (beside v (x k i)) <= r * inner v (x k i).
Definition slower lam mu r := 1 + tau * total heads lam <> 0 /\ shrinks heads lam mu tau <= exp (-1 * r).
Definition fast (say : R -> nat -> Token -> Prop) := forall lam mu rho, 0 <= rho -> forall r,
  pulled lam mu /\ slower lam mu r /\ (forall i, inside rho 0 i) -> forall k i, say (rho * exp (-1 * r * INR k)) k i.
Definition small r k i := inner (x k i) (x k i) = 1 /\ 0 < inner v (x k i) /\ inside r k i.
Definition near r k i := vnorm (vsub (x k i) v) <= r.
Hypotheses (Unit : inner v v = 1) (Tau : 0 < tau) (Start : forall i, inner (x 0%nat i) (x 0%nat i) = 1)
  (Inside : forall i, 0 < inner v (x 0%nat i)).
Section Layers.
Hypothesis Along : forall (c : R) k, (forall i, inner (x k i) (x k i) = 1) -> (forall i j, inner (x k i) (x k j) <= 1) ->
  (forall i, 0 < inner v (x k i)) -> 0 < c -> (forall j, c <= inner v (x k j)) -> forall h i, c <= inner v (mean tokens (A k h) (x k) i).
Hypothesis Across : forall c (o : Token -> U) k, 0 <= c -> (forall j, inner (o j) (o j) <= c ^ 2) -> forall h i,
  inner (mean tokens (A k h) o i) (mean tokens (A k h) o i) <= c ^ 2.
Hypothesis Falls : forall (c t L M b q : R) (k : nat), 0 < c -> 0 <= t -> 0 <= L -> 0 <= M -> 0 < b -> 0 <= q -> c * (1 + tau * L) <= b ->
  q <= t * c * (1 + tau * M) -> q / b <= (1 + tau * M) / (1 + tau * L) * t.
Let Sum {I} (T : list I) (g : I -> R) (o : I -> U) : vtotal T (fun j => vscale (g j) (beside v (o j))) = beside v (vtotal T (fun j => vscale (g j) (o j))).
Proof.
  induction T as [|j T IH]; simpl; [|rewrite IH, beside_add, beside_scale; reflexivity].
  unfold beside, vsub. apply inner_ext. intro z. rewrite inner_zero_r, inner_add_l, !inner_scale_l, inner_zero_l. ring.
Qed.
(* In a cone of tangent t the cosines are at least c = 1/sqrt(1 + t^2), the sines at most t c. *)
Lemma in_cone t (z : Token -> U) : 0 <= t -> cone v t z -> exists c, 0 < c /\
  (forall i, c <= inner v (z i)) /\ forall i, vnorm (beside v (z i)) <= t * c.
Proof.
  intros Ht C. set (c := / sqrt (1 + t * t)). exists c.
  assert (T2 : 0 <= t * t) by (apply Rmult_le_pos; auto).
  assert (Q : 0 < sqrt (1 + t * t)) by (apply sqrt_lt_R0; lra).
  assert (Cp : 0 < c) by (apply Rinv_0_lt_compat; auto).
  assert (C2 : c * c * (1 + t * t) = 1).
  { unfold c. rewrite <- (sqrt_sqrt (1 + t * t)) at 3 by lra. field. lra. }
  split; [exact Cp|]. split; intro j; destruct (C j) as [Uj [Bj Zj]]; apply Rnot_lt_le; intro N;
    assert (Py := pythagoras v Unit (z j)); rewrite Uj, <- vnorm_square in Py;
    assert (P0 := vnorm_nonneg (beside v (z j))).
  - assert (vnorm (beside v (z j)) * vnorm (beside v (z j)) <=
      (t * inner v (z j)) * (t * inner v (z j))) by (apply Rmult_le_compat; auto).
    assert (inner v (z j) * inner v (z j) < c * c) by (apply Rmult_le_0_lt_compat; lra).
    assert (inner v (z j) * inner v (z j) * (1 + t * t) < c * c * (1 + t * t)) by
      (apply Rmult_lt_compat_r; lra). lra.
  - assert (0 <= t * c) by (apply Rmult_le_pos; lra).
    assert ((t * c) * (t * c) < vnorm (beside v (z j)) * vnorm (beside v (z j))) by
      (apply Rmult_le_0_lt_compat; lra).
    assert (inner v (z j) < c).
    { apply Rnot_le_lt. intro L.
      assert (c * c <= inner v (z j) * inner v (z j)) by (apply Rmult_le_compat; lra). lra. }
    assert (t * inner v (z j) <= t * c) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Let cone_shrinks lam mu k t : (forall h, 0 <= lam h) -> (forall h, 0 <= mu h) -> 0 <= t -> pulls tokens v lam mu (A k) (x k) (f k) -> one_layer heads tau (f k) (x k) (x (S k)) -> cone v t (x k) ->
  cone v (t * shrinks heads lam mu tau) (x (S k)).
Proof.
  intros La Mu Ht P L C i. destruct (in_cone t (x k) Ht C) as [c [Cp [Low Near]]]. assert (T0 : 0 <= t * c) by (apply Rmult_le_pos; lra).
  assert (S1 : forall h, c * lam h <= inner v (f k h i)).
  { intro h. destruct (P h i) as [-> _]. rewrite Rmult_comm. apply Rmult_le_compat_l; [auto|].
    apply Along; try (intro; apply C); auto. intros a b. apply unit_inner; apply C. }
  assert (S2 : forall h, vnorm (beside v (f k h i)) <= mu h * (t * c)).
  { intro h. destruct (P h i) as [_ Q]. eapply Rle_trans; [exact Q|]. apply Rmult_le_compat_l; [auto|]. apply square_le; [exact T0|].
    unfold mean. rewrite vnorm_square, <- Sum. replace (t * c * (t * c)) with ((t * c) ^ 2) by ring. apply (Across _ (fun j => beside v (x k j))); [exact T0|].
    intro j. rewrite <- vnorm_square. replace ((t * c) ^ 2) with (t * c * (t * c)) by ring. apply Rmult_le_compat; auto; apply vnorm_nonneg. }
  specialize (L i). cbv zeta in L. set (s := vtotal heads (fun h => f k h i)) in L.
  set (y := vadd (x k i) (vscale tau s)) in L. destruct (sums_nonneg heads lam mu tau La Mu Tau) as [Mn Ln].
  assert (A1 : c * total heads lam <= inner v s) by (unfold s; rewrite inner_vtotal_r, <- total_scale; apply total_le, S1).
  assert (A2 : vnorm (beside v s) <= total heads mu * (t * c)).
  { unfold s. clear - S2. induction heads as [|h H IH]; simpl; [rewrite beside_zero; lra|].
    rewrite beside_add, Rmult_plus_distr_r. eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat; [apply S2 | exact IH]. }
  assert (Y1 : c * (1 + tau * total heads lam) <= inner v y).
  { unfold y. rewrite inner_add_r, inner_scale_r. assert (tau * (c * total heads lam) <= tau * inner v s) by (apply Rmult_le_compat_l; lra).
    specialize (Low i). lra. }
  assert (Y2 : vnorm (beside v y) <= t * c * (1 + tau * total heads mu)).
  { unfold y. rewrite beside_add, beside_scale. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_right by lra.
    assert (tau * vnorm (beside v s) <= tau * (total heads mu * (t * c))) by (apply Rmult_le_compat_l; lra). specialize (Near i). lra. }
  assert (Yp : 0 < inner v y) by (eapply Rlt_le_trans; [|exact Y1]; apply Rmult_lt_0_compat; lra).
  assert (Yn : 0 < vnorm y).
  { apply sqrt_lt_R0. rewrite (pythagoras v Unit). assert (N := inner_nonneg U (beside v y)).
    assert (0 < inner v y * inner v y) by (apply Rmult_lt_0_compat; auto). lra. }
  assert (Inv := Rinv_0_lt_compat _ Yn). rewrite L. split; [|rewrite !(inner_scale_r (S := U) (/ vnorm y) y v); split].
  - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - apply Rmult_lt_0_compat; auto.
  - rewrite beside_scale, vnorm_scale, Rabs_right by lra.
    assert (F := Falls c t _ _ _ _ k Cp Ht (total_nonneg heads lam La) (total_nonneg heads mu Mu) Yp (vnorm_nonneg _) Y1 Y2).
    replace (t * shrinks heads lam mu tau * (/ vnorm y * inner v y)) with (/ vnorm y * (t * shrinks heads lam mu tau * inner v y)) by ring.
    apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_reg_r (/ inner v y)); [apply Rinv_0_lt_compat, Yp|].
    rewrite (Rmult_assoc _ (inner v y)), Rinv_r, Rmult_1_r, (Rmult_comm t) by lra. exact F.
Qed.
Lemma tangents : (forall k, one_layer heads tau (f k) (x k) (x (S k))) -> fast small.
Proof.
  intros Go lam mu rho R r [[Signs Pull] [[_ Below] Tangents]] k.
  assert (La : forall h, 0 <= lam h) by apply Signs. assert (Mu : forall h, 0 <= mu h) by apply Signs.
  assert (Sp := shrinks_positive heads lam mu tau La Mu Tau). set (q := shrinks heads lam mu tau) in *.
  assert (C : cone v (rho * q ^ k) (x k)).
  { induction k as [|k IH]; [rewrite pow_O, Rmult_1_r; intro i; repeat split; auto; apply Tangents|].
    replace (rho * q ^ S k) with (rho * q ^ k * q) by (simpl; ring). apply cone_shrinks; auto. apply Rmult_le_pos; [exact R | apply pow_le; lra]. }
  intro i. destruct (C i) as [One [In T]]. split; [exact One|]. split; [exact In|]. eapply Rle_trans; [exact T|]. apply Rmult_le_compat_r; [lra|].
  apply Rmult_le_compat_l; [exact R|]. replace (-1 * r * INR k) with (- r * INR k) by ring.
  apply below_exponential; [exact Sp|]. replace (- r) with (-1 * r) by ring. exact Below.
Qed.
End Layers.
Lemma distances : (forall k, (forall i, inner (x k i) (x k i) = 1) -> (forall i j, inner (x k i) (x k j) <= 1) -> (forall i, 0 < inner v (x k i)) ->
    forall i, inner (vsub (x k i) v) (vsub (x k i) v) <= inner (beside v (x k i)) (beside v (x k i)) / inner v (x k i) ^ 2) -> fast small -> fast near.
Proof.
  intros Near T lam mu rho R r H k i. assert (Q := T lam mu rho R r H k). destruct (Q i) as [_ [In N]].
  assert (B := Near k (fun j => proj1 (Q j)) (fun a b => proj2 (unit_inner _ _ (proj1 (Q a)) (proj1 (Q b)))) (fun j => proj1 (proj2 (Q j))) i).
  set (s := rho * exp (-1 * r * INR k)) in *. assert (S0 : 0 <= s) by (apply Rmult_le_pos; [exact R | left; apply exp_pos]).
  apply square_le; [exact S0|]. rewrite vnorm_square. eapply Rle_trans; [exact B|]. rewrite <- vnorm_square.
  apply (Rmult_le_reg_r (inner v (x k i) ^ 2)); [apply pow_lt, In|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply pow_nonzero; lra).
  replace (s * s * inner v (x k i) ^ 2) with (s * inner v (x k i) * (s * inner v (x k i))) by ring.
  apply Rmult_le_compat; auto; apply vnorm_nonneg.
Qed.
Lemma gather : enumerates tokens -> fast near -> forall lam mu, pulled lam mu /\ total heads mu < total heads lam ->
  forall i, layers_vtend (fun k => x k i) v.
Proof.
  intros ET Near lam mu [P Less] i.
  assert (La : forall h, 0 <= lam h) by apply P. assert (Mu : forall h, 0 <= mu h) by apply P.
  assert (S := sums_nonneg heads lam mu tau La Mu Tau).
  destruct (some_cone tokens v (x 0%nat) (proj2 (proj2 ET)) Start Inside) as [rho [R C]].
  destruct (some_rate (shrinks heads lam mu tau)) as [r [Rp L]].
  { split; [apply shrinks_positive; auto|]. unfold shrinks.
    assert (tau * total heads mu < tau * total heads lam) by (apply Rmult_lt_compat_l; assumption).
    apply Rmult_lt_reg_r with (1 + tau * total heads lam); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  intros e E. destruct (exp_small rho r (e / 2)) as [n N]; try lra. exists n. intros k K.
  rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  eapply Rle_lt_trans; [apply (Near lam mu rho R r)|].
  - split; [exact P|]. split; [split; [lra | replace (-1 * r) with (- r) by ring; exact L] | intro j; apply C].
  - replace (-1 * r * INR k) with (- r * INR k) by ring. specialize (N k K). lra.
Qed.
End Pulled.
