(* From every start of unit tokens the Oja flow has a solution, in a space with an orthonormal basis: its field is
   bounded and Lipschitz where tokens are first taken into the ball, and keeps them on the sphere. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded NullSets Frechet Drawn DrawnNear Existence States
  Families Exchange OjaEnergy OjaMap OjaConsensus OjaChords OjaSlope OjaFlowChords.
Open Scope R_scope.

(* Limits are taken coordinate by coordinate. *)
Lemma limits_basis (S : inner_product_space) (B : list S) : resolves B -> of_length_one B -> limits S.
Proof.
  intros Res One. destruct limits_line as [f F].
  exists (fun y => vtotal B (fun e => vscale (f (fun n => inner e (y n))) e)). intros y C eps E.
  set (l := fun e => f (fun n => inner e (y n))).
  assert (B0 : 0 <= size B) by (apply total_nonneg; intro; lra).
  set (d := eps / (size B + 1)). assert (D : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  assert (Each : forall e, exists N, forall n, (N <= n)%nat -> In e B -> Rabs (inner e (y n) - l e) <= d).
  { intro e. destruct (Req_EM_T (inner e e) 1) as [E1|N1].
    2: { exists O. intros n _ I. exfalso. apply N1, One, I. }
    destruct (F (fun n => inner e (y n))) with (eps := d) as [N HN]; [|exact D|].
    - intros a A. destruct (C a A) as [N HN]. exists N. intros n k L. rewrite vnorm_real.
      replace (vsub (S := real_line) (inner e (y k)) (inner e (y n))) with (inner e (vsub (y k) (y n)))
        by (unfold vsub; rewrite inner_add_r, inner_scale_r; reflexivity).
      eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm e E1), Rmult_1_l. apply HN, L.
    - exists N. intros n L _. specialize (HN n L). rewrite vnorm_real in HN.
      replace (inner e (y n) - l e) with (vsub (S := real_line) (inner e (y n)) (l e))
        by (unfold vsub; simpl; ring). exact HN. }
  destruct (all_late B _ Each) as [N HN]. exists N. intros n L. specialize (HN n L).
  rewrite (resolved_expansion B Res (y n)) at 1.
  assert (G : forall T, incl T B -> vnorm (vsub (vtotal T (fun e => vscale (inner e (y n)) e))
    (vtotal T (fun e => vscale (l e) e))) <= size T * d).
  { induction T as [|e T IH]; intro I.
    - simpl. rewrite vsub_self, vnorm_zero. unfold size. simpl. lra.
    - simpl. change (size (e :: T)) with (1 + size T). specialize (IH (fun g J => I g (or_intror J))).
      assert (J := I e (or_introl eq_refl)). set (a := vtotal T (fun e => vscale (inner e (y n)) e)) in *.
      set (b := vtotal T (fun e => vscale (l e) e)) in *.
      replace (vsub (vadd (vscale (inner e (y n)) e) a) (vadd (vscale (l e) e) b)) with
        (vadd (vscale (inner e (y n) - l e) e) (vsub a b)).
      2: { apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
      eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (unit_norm e (One e J)), Rmult_1_r.
      specialize (HN e J J). lra. }
  eapply Rle_trans; [exact (G B (incl_refl B))|].
  apply Rle_trans with ((size B + 1) * d); [apply Rmult_le_compat_r; lra | right; unfold d; field; lra].
Qed.

Section Exists.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Let n0 := size_positive tokens ET.
Local Notation n := (size tokens).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Let into (x : Token -> U) i : U := into_ball (x i).
Let field (x : X) : X := fun i => velocity tokens V (into x) i.
Let push_short x : vnorm (push_of tokens V (into x)) <= kappa.
Proof. apply (ball_push tokens V kappa ET Kpos Norm). intro i. apply into_ball_norm. Qed.
Lemma field_bounded (x : X) : vnorm (field x) <= n * (2 * kappa).
Proof.
  apply (vnorm_states U tokens Lst); [lra|]. intro i. unfold field, velocity.
  eapply Rle_trans; [apply vnorm_sub|]. rewrite vnorm_scale. assert (W := push_short x). set (w := push_of _ _ _) in *.
  assert (Q := product_short (into x i) w 1 kappa (into_ball_norm (x i)) W).
  assert (Rabs (inner (into x i) w) * vnorm (into x i) <= 1 * kappa * 1).
  { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. apply into_ball_norm. }
  lra.
Qed.
Lemma field_lipschitz (x y : X) : vnorm (vsub (field x) (field y)) <= n * (8 * kappa * n) * vnorm (vsub x y).
Proof.
  assert (N := vnorm_nonneg (vsub x y : X)). rewrite Rmult_assoc.
  apply (vnorm_states U tokens Lst); [repeat apply Rmult_le_pos; lra|]. intro i.
  eapply Rle_trans; [exact (velocities_near tokens V kappa ET Sym Kpos Norm (into x) (into y)
    (fun i => into_ball_norm (x i)) (fun i => into_ball_norm (y i)) i)|].
  replace (8 * kappa * n * vnorm (vsub x y : X)) with (4 * kappa * (n * (2 * vnorm (vsub x y : X)))) by ring.
  apply Rmult_le_compat_l; [lra|]. apply sum_states. intro j. eapply Rle_trans; [apply into_ball_near|].
  apply Rmult_le_compat_l; [lra | exact (vnorm_token U tokens Lst (vsub x y : X) j)].
Qed.
Theorem solution_exists x0 : on_spheres x0 -> exists x, runs tokens V x /\ x 0 = x0.
Proof.
  intro X0. destruct (limits_states U tokens Lst (limits_basis U B Res One)) as [lim Lim].
  assert (L0 : 0 <= n * (8 * kappa * n)) by (repeat apply Rmult_le_pos; lra).
  assert (Cont : forall eps, 0 < eps -> exists d, 0 < d /\ forall (s t : R) (x : X), Rabs (t - s) <= d ->
    vnorm (vsub (field x) (field x)) <= eps).
  { intros eps E. exists 1. split; [lra|]. intros s t x _. rewrite vsub_self, vnorm_zero. lra. }
  assert (Begins := solution_begins (fun _ => field) _ _ L0 (fun _ => field_bounded) (fun _ => field_lipschitz) Cont
    lim Lim 0 x0).
  assert (Solves := solution_solves (fun _ => field) _ _ L0 (fun _ => field_bounded) (fun _ => field_lipschitz) Cont
    lim Lim 0 x0).
  set (x := solution (fun _ => field) lim 0 x0) in *.
  assert (Token_moves : forall t i, is_vderive (fun s => x s i) t (field (x t) i)).
  { intros t i eps E. destruct (Solves t eps E) as [d D]. exists d. intros h H. eapply Rle_trans; [|exact (D h H)].
    exact (vnorm_token U tokens Lst (vsub (x (t + h)) (vadd (x t) (vscale h (field (x t)))) : X) i). }
  assert (On : forall t i, inner (x t i) (x t i) = 1).
  { intros t i. apply (ball_keeps_sphere (fun s => x s i) (fun s => push_of tokens V (into (x s))) kappa 0).
    - intro s. apply push_short.
    - intro s. apply Token_moves.
    - rewrite Begins. apply X0. }
  exists x. split; [|exact Begins]. split; [exact (On 0)|]. intros t i _. assert (D := Token_moves t i).
  unfold field in D. replace (into (x t)) with (x t) in D; [exact D|].
  apply FunctionalExtensionality.functional_extensionality. intro j. unfold into. symmetry. apply into_ball_unit, On.
Qed.
End Exists.
