(* Consensus at an eigenvector v of F with the eigenvalue lam: tokens near it come to it geometrically
   fast if what is beside v grows by less than 1 + tau lam, in some norm, under full attention and under
   masks that are triangular in some order; and it is unstable if some vector grows faster. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Bounded Attention States Cones NearAgreement.
Open Scope R_scope.

Lemma beside_short {S : inner_product_space} (v z : S) : inner v v = 1 -> vnorm (beside v z) <= vnorm z.
Proof.
  intro Unit. apply sqrt_le_1_alt. rewrite (pythagoras v Unit z).
  assert (Q := Rle_0_sqr (inner v z)). unfold Rsqr in Q. lra.
Qed.
Lemma beside_pole {S : inner_product_space} (v : S) c : inner v v = 1 -> beside v (vscale c v) = vzero.
Proof.
  intro Unit. apply inner_ext. intro q. unfold beside, vsub. rewrite inner_scale_r, Unit, inner_zero_l.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma beside_orthogonal {S : inner_product_space} (v z : S) : inner v v = 1 -> inner (beside v z) v = 0.
Proof.
  intro Unit. unfold beside, vsub. rewrite inner_add_l, !inner_scale_l, Unit, (inner_sym _ z v). ring.
Qed.
Lemma beside_total {S : inner_product_space} (v : S) {I} (T : list I) (w : I -> R) (x : I -> S) :
  beside v (vtotal T (fun i => vscale (w i) (x i))) = vtotal T (fun i => vscale (w i) (beside v (x i))).
Proof.
  apply inner_ext. intro q. unfold beside, vsub.
  rewrite inner_add_l, !inner_scale_l, !inner_vtotal_l, inner_vtotal_r.
  replace (-1 * (total T (fun k => inner v (vscale (w k) (x k))) * inner v q)) with
    (- inner v q * total T (fun k => inner v (vscale (w k) (x k)))) by ring.
  rewrite <- total_scale, <- total_add. apply total_ext. intro k.
  repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_scale_r). ring.
Qed.
Lemma near_pole {S : inner_product_space} (v x : S) : inner v v = 1 -> inner x x = 1 -> 0 < inner v x ->
  vnorm (beside v x) <= / 2 -> vnorm (vsub x v) <= 2 * vnorm (beside v x).
Proof.
  intros Unit X Pos Small. assert (N := vnorm_nonneg (beside v x)).
  apply (near_by_tangent v Unit x); auto; [lra|].
  assert (Py := pythagoras v Unit x). rewrite X, <- vnorm_square in Py.
  assert (/ 2 <= inner v x).
  { apply Rnot_lt_le. intro L. assert (inner v x * inner v x < / 2 * / 2) by (apply Rmult_le_0_lt_compat; lra).
    assert (vnorm (beside v x) * vnorm (beside v x) <= / 2 * / 2) by (apply Rmult_le_compat; lra). lra. }
  assert (vnorm (beside v x) * / 2 <= vnorm (beside v x) * inner v x) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Section Consensus.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (seen : Token -> Token -> R)
  (F F_T P P_T : S -> S) (tau phi psi lam : R) (v : S).
Hypothesis Seen : forall i j, 0 <= seen i j.
Hypothesis Some : forall i, 0 < total tokens (seen i).
Hypothesis HF : adjoint F F_T.
Hypothesis HP : adjoint P P_T.
Hypothesis Phi : 0 <= phi.
Hypothesis Psi : 0 <= psi.
Hypothesis BF : forall x, vnorm (F x) <= phi * vnorm x.
Hypothesis BP : forall x, vnorm (P x) <= psi * vnorm x.
Hypothesis Tau : 0 < tau.
Hypothesis Unit : inner v v = 1.
Hypothesis Eigen : F v = vscale lam v.
Hypothesis Lam : 0 < lam.
Let rho := 1 + tau * lam.
Lemma outgrows_one : 1 < 1 + tau * lam.
Proof. assert (0 < tau * lam) by (apply Rmult_lt_0_compat; auto). lra. Qed.
Let Rho : 1 < rho := outgrows_one.
Definition one_layer_on := layer tokens seen F P tau.
Lemma consensus_rests i : one_layer_on (fun _ => v) i = v.
Proof.
  unfold one_layer_on, layer. rewrite in_consensus, Eigen by auto.
  replace (vadd v (vscale tau (vscale lam v))) with (vscale rho v).
  2:{ apply inner_ext. intro q. unfold rho. rewrite inner_add_l, !inner_scale_l. ring. }
  rewrite vnorm_scale. replace (vnorm v) with 1 by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1).
  rewrite Rabs_right by lra. rewrite vscale_vscale, Rmult_1_r, Rinv_l by lra. apply vscale_one.
Qed.

(* ------------------------------------------------------------------ 1. one layer *)

(* The component beside v, but for the division by 1 + tau lam. *)
Definition linear_beside (x : Token -> S) i : S :=
  vadd (beside v (x i)) (vscale tau (beside v (F (averaged tokens seen (fun j => beside v (x j)) i)))).
Lemma beside_linear x i : beside v (linear tokens seen F tau x i) = linear_beside x i.
Proof.
  unfold linear_beside, linear. rewrite beside_add, beside_scale. do 2 f_equal. unfold averaged.
  rewrite <- (beside_total v tokens). set (m := vtotal _ _). unfold beside at 3, vsub.
  rewrite (adjoint_add _ _ HF), !(adjoint_scale _ _ HF), Eigen, beside_add, !vscale_vscale, (beside_pole v _ Unit).
  rewrite vadd_zero. reflexivity.
Qed.
Lemma one_step : exists C r, 0 <= C /\ 0 < r /\ forall x e, (forall i, inner (x i) (x i) = 1) ->
  (forall i, vnorm (vsub (x i) v) <= e) -> e <= r -> forall i,
  let y := one_layer_on x i in inner y y = 1 /\ 0 < inner v y /\
  vnorm (vsub (beside v y) (vscale (/ rho) (linear_beside x i))) <= C * (e * e).
Proof.
  set (c0 := tau * phi * (4 * psi)). set (L := 1 + tau * phi + c0).
  assert (TP : 0 <= tau * phi) by (apply Rmult_le_pos; lra).
  assert (C0 : 0 <= c0) by (apply Rmult_le_pos; lra). assert (HL : 1 <= L) by (unfold L; lra).
  exists (2 / rho * (L * (1 + tau * phi) / rho + c0)), (Rmin 1 (Rmin (/ (4 * (psi + 1))) (rho / (2 * L)))).
  split; [|split].
  - apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra|]. apply Rplus_le_le_0_compat; [|auto].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra].
  - repeat apply Rmin_glb_lt; [lra | apply Rinv_0_lt_compat; lra | apply Rdiv_lt_0_compat; lra].
  - intros x e X Near Small i. cbv zeta.
    assert (E0 : 0 <= e) by (eapply Rle_trans; [apply (vnorm_nonneg (vsub (x i) v)) | apply Near]).
    assert (E1 : e <= 1) by (eapply Rle_trans; [exact Small | apply Rmin_l]).
    assert (E2 : psi * e <= / 4).
    { apply Rle_trans with ((psi + 1) * / (4 * (psi + 1))); [|right; field; lra].
      apply Rmult_le_compat; try lra. eapply Rle_trans; [exact Small|].
      eapply Rle_trans; [apply Rmin_r | apply Rmin_l]. }
    assert (E3 : L * e <= rho / 2).
    { apply Rle_trans with (L * (rho / (2 * L))); [|right; field; lra].
      apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact Small|].
      eapply Rle_trans; [apply Rmin_r | apply Rmin_r]. }
    assert (NL := nearly_linear tokens seen F F_T P P_T tau phi psi Seen Some HF HP Phi Psi BF BP Tau
      x v i e (X i) Near E2). fold c0 in NL.
    unfold one_layer_on, layer. set (y := before_norm tokens seen F P tau x i) in *.
    set (l := linear tokens seen F tau x i) in *.
    assert (Lin : vnorm (vsub l (vscale rho v)) <= (1 + tau * phi) * e).
    { replace (vsub l (vscale rho v)) with (linear tokens seen F tau (fun j => vsub (x j) v) i).
      - unfold linear, averaged. eapply Rle_trans; [apply vnorm_add|].
        rewrite vnorm_scale, (Rabs_right tau) by lra. specialize (Near i) as Ni.
        assert (vnorm (F (vtotal tokens (fun j => vscale (equally tokens (seen i) j) (vsub (x j) v)))) <= phi * e).
        { eapply Rle_trans; [apply BF|]. apply Rmult_le_compat_l; [auto|].
          destruct (equally_row tokens (seen i) (Seen i) (Some i)) as [W One].
          apply (norm_mean vnorm (vnorm_seminorm S) tokens _ _ e W One Near). }
        assert (tau * vnorm (F (vtotal tokens (fun j => vscale (equally tokens (seen i) j) (vsub (x j) v)))) <=
          tau * (phi * e)) by (apply Rmult_le_compat_l; lra). lra.
      - unfold l, linear, averaged. apply inner_ext. intro q. unfold vsub, rho.
        repeat (rewrite inner_add_l || rewrite inner_scale_l). rewrite !HF, !inner_vtotal_l.
        destruct (equally_row tokens (seen i) (Seen i) (Some i)) as [W One].
        transitivity (inner (x i) q - inner v q +
          tau * (total tokens (fun k => inner (vscale (equally tokens (seen i) k) (x k)) (F_T q)) +
          - inner v (F_T q) * total tokens (equally tokens (seen i)))).
        + rewrite <- (total_scale tokens (- inner v (F_T q))), <- total_add. f_equal; [ring|]. f_equal.
          apply total_ext. intro k.
          repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
        + rewrite One, <- HF, Eigen, inner_scale_l. ring. }
    assert (Far : vnorm (vsub y (vscale rho v)) <= L * e).
    { eapply Rle_trans; [apply (triangle S y l)|]. assert (c0 * (e * e) <= c0 * e).
      { apply Rmult_le_compat_l; [auto|]. assert (e * e <= 1 * e) by (apply Rmult_le_compat_r; lra). lra. }
      unfold L. lra. }
    assert (Nv : vnorm v = 1) by (unfold vnorm; rewrite Unit; apply sqrt_1).
    assert (Len : Rabs (vnorm y - rho) <= L * e).
    { assert (R0 : vnorm (vscale rho v) = rho) by (rewrite vnorm_scale, Nv, Rabs_right; lra).
      assert (A := norm_sub_le vnorm (vnorm_seminorm S) y (vscale rho v)).
      assert (B := norm_sub_le vnorm (vnorm_seminorm S) (vscale rho v) y).
      assert (Sy : vnorm (vsub (vscale rho v) y) = vnorm (vsub y (vscale rho v))).
      { replace (vsub (vscale rho v) y) with (vscale (-1) (vsub y (vscale rho v))).
        - rewrite vnorm_scale, Rabs_left by lra. ring.
        - apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      apply Rabs_le. rewrite Sy, R0 in *. lra. }
    assert (Ly : rho / 2 <= vnorm y) by (apply Rabs_le_between in Len; lra).
    assert (Iy : 0 < / vnorm y) by (apply Rinv_0_lt_compat; lra).
    assert (Iy2 : / vnorm y <= 2 / rho).
    { replace (2 / rho) with (/ (rho / 2)) by (field; lra). apply Rinv_le_contravar; lra. }
    split; [|split].
    + rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
    + rewrite inner_scale_r. apply Rmult_lt_0_compat; [auto|].
      assert (Q := inner_le_vnorm v (vsub y (vscale rho v))). rewrite Nv in Q.
      assert (Ev : inner v (vsub y (vscale rho v)) = inner v y - rho).
      { unfold vsub. rewrite inner_add_r, !inner_scale_r, Unit. ring. }
      rewrite Ev in Q. apply Rabs_le_between in Q. lra.
    + rewrite beside_scale.
      assert (Bl : vnorm (beside v l) <= (1 + tau * phi) * e).
      { replace (beside v l) with (beside v (vsub l (vscale rho v))).
        - eapply Rle_trans; [apply beside_short, Unit | exact Lin].
        - unfold vsub. rewrite beside_add, beside_scale, (beside_pole v rho Unit).
          rewrite <- (vscale_zero v), vscale_vscale. replace (-1 * 0) with 0 by ring.
          rewrite vscale_zero. apply vadd_zero. }
      rewrite <- beside_linear. fold l.
      replace (vsub (vscale (/ vnorm y) (beside v y)) (vscale (/ rho) (beside v l))) with
        (vadd (vscale (/ vnorm y - / rho) (beside v l)) (vscale (/ vnorm y) (beside v (vsub y l)))).
      2:{ apply inner_ext. intro q. unfold vsub. rewrite beside_add, beside_scale.
          repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, (Rabs_right (/ vnorm y)) by lra.
      assert (Bd : vnorm (beside v (vsub y l)) <= c0 * (e * e)) by
        (eapply Rle_trans; [apply beside_short, Unit | exact NL]).
      assert (Q : Rabs (/ vnorm y - / rho) <= 2 / rho * (L * e) / rho).
      { replace (/ vnorm y - / rho) with (/ vnorm y * (rho - vnorm y) * / rho) by (field; lra).
        rewrite !Rabs_mult, (Rabs_right (/ vnorm y)), (Rabs_right (/ rho)), Rabs_minus_sym by
          (left; try apply Rinv_0_lt_compat; lra).
        apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
        apply Rmult_le_compat; [lra | apply Rabs_pos | auto | auto]. }
      apply Rle_trans with ((2 / rho * (L * e) / rho) * ((1 + tau * phi) * e) + 2 / rho * (c0 * (e * e))).
      * apply Rplus_le_compat; apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg; lra.
      * right. field. lra.
Qed.

(* ------------------------------------------------------------------ 2. in another norm *)

Context (n : S -> R) (c1 c2 : R).
Hypothesis C1 : 0 < c1.
Hypothesis C2 : 0 < c2.
Hypothesis Above : forall z, vnorm z <= c1 * n z.
Hypothesis Below : forall z, n z <= c2 * vnorm z.
Definition in_cap (x : Token -> S) := forall i, inner (x i) (x i) = 1 /\ 0 < inner v (x i).
Let z (x : Token -> S) i := beside v (x i).
Lemma one_step_in_norm : exists C r, 0 <= C /\ 0 < r /\ forall x e, 0 <= e <= r -> in_cap x ->
  (forall i, n (z x i) <= e) -> let y := one_layer_on x in in_cap y /\
  forall i, n (vsub (z y i) (vscale (/ rho) (linear_beside x i))) <= C * (e * e).
Proof.
  destruct one_step as [C [r [HC [Hr H]]]].
  exists (c2 * C * (4 * (c1 * c1))), (Rmin (/ (2 * c1)) (r / (2 * c1))). split; [|split].
  - repeat apply Rmult_le_pos; lra.
  - apply Rmin_glb_lt; [apply Rinv_0_lt_compat; lra | apply Rdiv_lt_0_compat; lra].
  - intros x e [E0 E] Cap Hz. cbv zeta.
    assert (E1 : c1 * e <= / 2).
    { apply Rle_trans with (c1 * / (2 * c1)); [|right; field; lra]. apply Rmult_le_compat_l; [lra|].
      eapply Rle_trans; [exact E | apply Rmin_l]. }
    assert (E2 : 2 * c1 * e <= r).
    { apply Rle_trans with (2 * c1 * (r / (2 * c1))); [|right; field; lra]. apply Rmult_le_compat_l; [lra|].
      eapply Rle_trans; [exact E | apply Rmin_r]. }
    assert (Near : forall i, vnorm (vsub (x i) v) <= 2 * c1 * e).
    { intro i. destruct (Cap i) as [U Pos]. assert (B : vnorm (beside v (x i)) <= c1 * e).
      { eapply Rle_trans; [apply Above|]. apply Rmult_le_compat_l; [lra | apply Hz]. }
      assert (Q := near_pole v (x i) Unit U Pos ltac:(lra)). lra. }
    assert (Q := H x (2 * c1 * e) (fun i => proj1 (Cap i)) Near E2). cbv zeta in Q. split.
    + intro i. split; apply (Q i).
    + intro i. eapply Rle_trans; [apply Below|].
      apply Rle_trans with (c2 * (C * (2 * c1 * e * (2 * c1 * e)))); [|right; ring].
      apply Rmult_le_compat_l; [lra | apply (Q i)].
Qed.

(* Tokens come to v if one layer shrinks, up to its square, a measure M of how far from v all of them are. *)
Definition comes_if_shrunk := forall (M : R -> (Token -> S) -> Prop) a b s, 0 < a -> 0 < b -> 0 <= s < 1 ->
  (forall e e' x, e <= e' -> M e x -> M e' x) ->
  (forall e x, 0 <= e -> (forall i, n (x i) <= e) -> M (a * e) x) ->
  (forall e x, 0 <= e -> M e x -> forall i, n (x i) <= b * e) ->
  (forall e x, 0 <= e -> M e (z x) -> M (s * e) (fun i => vscale (/ rho) (linear_beside x i))) ->
  (forall e d x y, M e x -> (forall i, n (vsub (y i) (x i)) <= d) -> M (e + a * d) y) ->
  forall kind : (Token -> S) -> Prop, (forall x, kind x -> forall i, inner (x i) (x i) = 1) ->
  total_come_near kind one_layer_on (fun _ => v).
Theorem attracted : comes_if_shrunk.
Proof.
  intros M a b s A B Hs Mono In Out Step Moved kind Kind. destruct one_step_in_norm as [C [r [HC [Hr H]]]].
  destruct (geometric_decay (fun e x => in_cap x /\ M e (z x)) (fun x y => forall i, y i = one_layer_on x i)
    s (a * (C * (b * b))) (Rmin (r / b) (/ (2 * c1 * b)))) as [d [theta [Hd [Ht G]]]]; auto.
  { repeat apply Rmult_le_pos; lra. }
  { apply Rmin_glb_lt; [apply Rdiv_lt_0_compat; lra | apply Rinv_0_lt_compat].
    repeat apply Rmult_lt_0_compat; lra. }
  { intros e e' x Le [Cap Q]. split; [exact Cap | apply (Mono e); auto]. }
  { intros e x y [E0 E] [Cap Q] Next.
    assert (Eb : 0 <= b * e <= r).
    { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (b * (r / b)); [|right; field; lra].
      apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact E | apply Rmin_l]. }
    destruct (H x (b * e) Eb Cap (Out e (z x) E0 Q)) as [Cap' Err]. split.
    { intro i. rewrite Next. apply Cap'. }
    apply (Mono (s * e + a * (C * (b * e * (b * e))))); [right; ring|].
    apply (Moved (s * e) (C * (b * e * (b * e))) (fun i => vscale (/ rho) (linear_beside x i))); [auto|].
    intro i. unfold z at 1. rewrite Next. apply Err. }
  exists (Rmin (/ 2) (d / (a * c2))), (2 * c1 * b * (a * c2)), theta.
  assert (AC : 0 < a * c2) by (apply Rmult_lt_0_compat; auto).
  split; [apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]|].
  split; [repeat apply Rmult_le_pos; lra|]. split; [lra|].
  intros x e [Hk Orb] Small Near k i. specialize (Kind _ Hk).
  assert (E0 : 0 <= e) by (eapply Rle_trans; [apply (vnorm_nonneg (vsub (x O i) v)) | apply Near]).
  assert (E1 : e <= / 2) by (eapply Rle_trans; [exact Small | apply Rmin_l]).
  assert (E2 : a * c2 * e <= d).
  { apply Rle_trans with (a * c2 * (d / (a * c2))); [|right; field; lra]. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [exact Small | apply Rmin_r]. }
  assert (Start : in_cap (x O) /\ M (a * c2 * e) (z (x O))).
  { split.
    - intro j. split; [apply Kind|]. assert (Q := inner_le_vnorm v (vsub (x O j) v)).
      replace (vnorm v) with 1 in Q by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1).
      replace (inner v (vsub (x O j) v)) with (inner v (x O j) - 1) in Q.
      2:{ unfold vsub. rewrite inner_add_r, inner_scale_r, Unit. ring. }
      specialize (Near j). cbv beta in Near. apply Rabs_le_between in Q. lra.
    - rewrite Rmult_assoc. apply In; [apply Rmult_le_pos; lra|]. intro j. eapply Rle_trans; [apply Below|].
      apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (vnorm (vsub (x O j) v)); [|apply Near].
      unfold z. replace (beside v (x O j)) with (beside v (vsub (x O j) v)); [apply beside_short, Unit|].
      unfold vsub. rewrite beside_add, beside_scale. replace (beside v v) with (@vzero S).
      + rewrite <- (vscale_zero v), vscale_vscale. replace (-1 * 0) with 0 by ring. rewrite vscale_zero. apply vadd_zero.
      + transitivity (beside v (vscale 1 v)); [rewrite beside_pole; auto | rewrite vscale_one; reflexivity]. }
  assert (E3 : 0 <= a * c2 * e <= d) by (split; [apply Rmult_le_pos; lra | auto]).
  destruct (G x Orb (a * c2 * e) E3 Start k) as [Cap Q].
  assert (Pk : 0 <= theta ^ k <= 1).
  { clear - Ht. induction k as [|k IH]; [rewrite pow_O; lra|]. change (theta ^ Datatypes.S k) with (theta * theta ^ k).
    split; [apply Rmult_le_pos; lra|]. replace 1 with (1 * 1) by ring. apply Rmult_le_compat; lra. }
  assert (Pw : 0 <= theta ^ k * (a * c2 * e)) by (apply Rmult_le_pos; lra).
  assert (Q' := Out _ _ Pw Q i). destruct (Cap i) as [U Pos].
  assert (Z : vnorm (beside v (x k i)) <= c1 * (b * (theta ^ k * (a * c2 * e)))).
  { eapply Rle_trans; [apply Above|]. apply Rmult_le_compat_l; [lra | exact Q']. }
  assert (Small' : c1 * (b * (theta ^ k * (a * c2 * e))) <= / 2).
  { apply Rle_trans with (c1 * (b * / (2 * c1 * b))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (1 * (a * c2 * e)); [apply Rmult_le_compat_r; lra|].
    rewrite Rmult_1_l. apply Rle_trans with d; [lra|]. apply Rle_trans with (Rmin (r / b) (/ (2 * c1 * b))); [lra | apply Rmin_r]. }
  assert (V := near_pole v (x k i) Unit U Pos ltac:(lra)).
  replace (2 * c1 * b * (a * c2) * theta ^ k * e) with (2 * (c1 * (b * (theta ^ k * (a * c2 * e))))) by ring.
  lra.
Qed.
End Consensus.
